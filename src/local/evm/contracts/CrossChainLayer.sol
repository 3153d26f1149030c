// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BridgedToken} from "./BridgedToken.sol";
import {Erc20} from "./Erc20.sol";
import {MerkleProof} from "./MerkleProof.sol";
import {RootVotes} from "./RootVotes.sol";
import {Asset, Header, InMessage, OutMessage, TokenAmount} from "./Messages.sol";

/// @notice Delivers the source chain's messages to targets on this chain, and takes theirs for the source chain.
contract CrossChainLayer is RootVotes {
    enum Kind {
        Unknown,
        Bridged,
        Reserve
    }

    mapping(address account => bool) public isExecutor;
    mapping(bytes32 operationId => bool) public isExecuted;
    mapping(address token => Kind) public kindOf;
    mapping(string sourceToken => address) public tokenOf;
    mapping(bytes32 operationId => uint256) private outMessageCount;
    /// @dev The operation that is being delivered; zero when none is.
    bytes32 private transient delivering;

    event InMessageExecuted(bytes32 indexed operationId);
    event OutMessageSent(bytes32 indexed operationId, address indexed caller, OutMessage message);

    error NotExecutor(address sender);
    error AlreadyExecuted(bytes32 operationId);
    error InvalidMerkleProof();
    error UnknownToken(string sourceToken);
    error NotBridged(address token);
    error NotReserve(address token);
    error InsufficientReserve(address token, uint256 wanted, uint256 available);
    error TargetHasNoCode(address target);
    error TargetOutOfGas(address target);

    modifier onlyExecutor() {
        if (!isExecutor[msg.sender]) revert NotExecutor(msg.sender);
        _;
    }

    constructor(address[] memory executors, address[] memory validators, uint256 quorum)
        RootVotes(validators, quorum)
    {
        for (uint256 i = 0; i < executors.length; i++) isExecutor[executors[i]] = true;
    }

    /// @notice Says which token of this chain stands for an asset of the source chain.
    function registerToken(string calldata sourceToken, address token, Kind kind) external onlyOwner {
        tokenOf[sourceToken] = token;
        kindOf[token] = kind;
    }

    /// @notice Delivers a message on the executor's word alone. This is the call that a simulation makes.
    function execute(InMessage calldata message) external onlyExecutor {
        _deliver(message);
    }

    /// @notice Delivers a message that the root of an epoch proves.
    function executeProven(InMessage calldata message, uint256 epoch, bytes32[] calldata proof) external onlyExecutor {
        bytes32 root = rootOf[epoch];
        if (root == 0) revert RootNotSet(epoch);
        if (MerkleProof.rootOf(leafOf(message), proof) != root) revert InvalidMerkleProof();
        _deliver(message);
    }

    /// @notice Takes a message of the sender for the source chain, together with tokens of the sender.
    /// @return operationId The same in a simulation and in the execution of the same message.
    function sendMessage(OutMessage calldata message) external returns (bytes32 operationId) {
        for (uint256 i = 0; i < message.burn.length; i++) _burn(message.burn[i]);
        for (uint256 i = 0; i < message.lock.length; i++) _lock(message.lock[i]);
        uint256 index = outMessageCount[delivering]++;
        operationId = keccak256(abi.encode(address(this), block.chainid, delivering, index));
        emit OutMessageSent(operationId, msg.sender, message);
    }

    /// @notice Says whether a proof leads from a leaf to a root.
    function isProven(bytes32 leaf, bytes32[] calldata proof, bytes32 root) external pure returns (bool) {
        return MerkleProof.rootOf(leaf, proof) == root;
    }

    /// @notice Hashes a message twice, so that no inner node of a tree can pass for one.
    function leafOf(InMessage calldata message) public pure returns (bytes32) {
        return keccak256(bytes.concat(keccak256(abi.encode(message))));
    }

    function _deliver(InMessage calldata message) private {
        if (isExecuted[message.operationId]) revert AlreadyExecuted(message.operationId);
        isExecuted[message.operationId] = true;
        delivering = message.operationId;
        TokenAmount[] memory received = _release(message.assets, message.target);
        if (bytes(message.methodName).length > 0) _call(message, received);
        delivering = 0;
        emit InMessageExecuted(message.operationId);
    }

    function _release(Asset[] calldata assets, address to) private returns (TokenAmount[] memory received) {
        received = new TokenAmount[](assets.length);
        for (uint256 i = 0; i < assets.length; i++) {
            address token = tokenOf[assets[i].token];
            Kind kind = kindOf[token];
            if (kind == Kind.Unknown) revert UnknownToken(assets[i].token);
            if (kind == Kind.Bridged) BridgedToken(token).mint(to, assets[i].amount);
            else _unlock(Erc20(token), to, assets[i].amount);
            received[i] = TokenAmount(token, assets[i].amount);
        }
    }

    function _unlock(Erc20 token, address to, uint256 amount) private {
        uint256 available = token.balanceOf(address(this));
        if (available < amount) revert InsufficientReserve(address(token), amount, available);
        token.transfer(to, amount);
    }

    function _call(InMessage calldata message, TokenAmount[] memory received) private {
        if (message.target.code.length == 0) revert TargetHasNoCode(message.target);
        bytes memory header = abi.encode(
            Header(message.shardsKey, message.operationId, message.caller, received, message.extraData)
        );
        bytes memory callData = abi.encodeWithSelector(_selectorOf(message.methodName), header, message.arguments);
        uint256 gasBefore = gasleft();
        (bool success, bytes memory data) = message.target.call(callData);
        if (success) return;
        // A call gets at most 63/64 of the gas: one that used it all leaves its caller less than 1/63.
        if (data.length == 0 && gasleft() < gasBefore / 63) revert TargetOutOfGas(message.target);
        assembly ("memory-safe") {
            revert(add(data, 0x20), mload(data))
        }
    }

    /// @dev Every selector is one of a (bytes,bytes) method, so that no message can call a token in the layer's name.
    function _selectorOf(string calldata methodName) private pure returns (bytes4) {
        bytes calldata name = bytes(methodName);
        bytes memory parameters = "(bytes,bytes)";
        uint256 length = parameters.length;
        bool isBare = name.length < length || keccak256(name[name.length - length:]) != keccak256(parameters);
        return bytes4(keccak256(isBare ? bytes.concat(name, parameters) : name));
    }

    function _burn(TokenAmount calldata asset) private {
        if (kindOf[asset.token] != Kind.Bridged) revert NotBridged(asset.token);
        BridgedToken(asset.token).burn(msg.sender, asset.amount);
    }

    function _lock(TokenAmount calldata asset) private {
        if (kindOf[asset.token] != Kind.Reserve) revert NotReserve(asset.token);
        Erc20(asset.token).transferFrom(msg.sender, address(this), asset.amount);
    }
}
