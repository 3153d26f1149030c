// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Merkle proofs over keccak256 with sorted pairs: no positions are needed.
library MerkleProof {
    function rootOf(bytes32 leaf, bytes32[] calldata proof) internal pure returns (bytes32 node) {
        node = leaf;
        for (uint256 i = 0; i < proof.length; i++) {
            bytes32 sibling = proof[i];
            node = node < sibling ? keccak256(bytes.concat(node, sibling)) : keccak256(bytes.concat(sibling, node));
        }
    }
}
