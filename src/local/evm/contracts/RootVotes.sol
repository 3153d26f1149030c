// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Sets the Merkle root of an epoch once a quorum of validators has voted for the same one.
abstract contract RootVotes {
    uint256 public immutable quorum;
    mapping(address account => bool) public isValidator;
    mapping(uint256 epoch => bytes32) public rootOf;
    mapping(uint256 epoch => mapping(bytes32 root => uint256)) public votesFor;
    mapping(uint256 epoch => mapping(address validator => bool)) private hasVoted;

    event RootSet(uint256 indexed epoch, bytes32 root);

    error NotValidator(address sender);
    error AlreadyVoted(uint256 epoch, address validator);

    constructor(address[] memory validators, uint256 quorum_) {
        quorum = quorum_;
        for (uint256 i = 0; i < validators.length; i++) isValidator[validators[i]] = true;
    }

    /// @notice Gives the sender's one vote for an epoch. Votes after the quorum change nothing.
    function voteForRoot(uint256 epoch, bytes32 root) external {
        if (!isValidator[msg.sender]) revert NotValidator(msg.sender);
        if (hasVoted[epoch][msg.sender]) revert AlreadyVoted(epoch, msg.sender);
        hasVoted[epoch][msg.sender] = true;
        uint256 votes = ++votesFor[epoch][root];
        if (votes != quorum || rootOf[epoch] != 0) return;
        rootOf[epoch] = root;
        emit RootSet(epoch, root);
    }
}
