// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice An asset as the source chain names it: a token's raw address, or "" for the native coin.
struct Asset {
    string token;
    uint256 amount;
}

/// @notice An amount of a token of this chain, in base units.
struct TokenAmount {
    address token;
    uint256 amount;
}

/// @notice A message of the source chain. Its Merkle leaf is keccak256(keccak256(abi.encode(message))).
struct InMessage {
    uint64 shardsKey;
    bytes32 operationId;
    /// @dev The caller on the source chain, as text.
    string caller;
    address target;
    /// @dev A bare name, or one with "(bytes,bytes)"; "" only delivers the assets.
    string methodName;
    bytes arguments;
    Asset[] assets;
    bytes extraData;
}

/// @notice What a target gets, ABI-encoded, as the first argument of the method that is called.
struct Header {
    uint64 shardsKey;
    bytes32 operationId;
    string caller;
    /// @dev What the target already holds when it is called.
    TokenAmount[] assets;
    bytes extraData;
}

/// @notice A message of a target for the source chain.
struct OutMessage {
    uint64 shardsKey;
    /// @dev The recipient on the source chain, as text.
    string target;
    bytes payload;
    /// @dev Bridged tokens of the sender, which cease to exist here.
    TokenAmount[] burn;
    /// @dev Tokens of this chain, for which the sender has given the layer an allowance.
    TokenAmount[] lock;
}
