// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Sets the Merkle root of an epoch once a quorum of validators has voted for the same one.
abstract contract RootVotes {
    address public owner;
    uint256 public quorum;
    mapping(address account => bool) public isValidator;
    mapping(uint256 epoch => bytes32) public rootOf;
    mapping(uint256 epoch => mapping(bytes32 root => uint256)) public votesFor;
    mapping(uint256 epoch => mapping(address validator => bool)) private hasVoted;
    mapping(uint256 epoch => bool) public isWithdrawn;

    event RootSet(uint256 indexed epoch, bytes32 root);
    event RootWithdrawn(uint256 indexed epoch, bytes32 root);

    error NotOwner(address sender);
    error NotValidator(address sender);
    error AlreadyVoted(uint256 epoch, address validator);
    error RootNotSet(uint256 epoch);

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        _;
    }

    constructor(address[] memory validators, uint256 quorum_) {
        owner = msg.sender;
        quorum = quorum_;
        for (uint256 i = 0; i < validators.length; i++) isValidator[validators[i]] = true;
    }

    /// @notice Gives the sender's one vote for an epoch. Votes after the quorum change nothing.
    function voteForRoot(uint256 epoch, bytes32 root) external {
        if (!isValidator[msg.sender]) revert NotValidator(msg.sender);
        if (hasVoted[epoch][msg.sender]) revert AlreadyVoted(epoch, msg.sender);
        hasVoted[epoch][msg.sender] = true;
        uint256 votes = ++votesFor[epoch][root];
        if (votes < quorum || rootOf[epoch] != 0 || isWithdrawn[epoch]) return;
        rootOf[epoch] = root;
        emit RootSet(epoch, root);
    }

    /// @notice Takes the root of an epoch away again. No votes will set another one.
    function withdrawRoot(uint256 epoch) external onlyOwner {
        bytes32 root = rootOf[epoch];
        if (root == 0) revert RootNotSet(epoch);
        delete rootOf[epoch];
        isWithdrawn[epoch] = true;
        emit RootWithdrawn(epoch, root);
    }

    /// @notice Says how many votes a root needs from now on.
    function setQuorum(uint256 quorum_) external onlyOwner {
        quorum = quorum_;
    }

    function transferOwnership(address owner_) external onlyOwner {
        owner = owner_;
    }
}
