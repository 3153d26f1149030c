// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Uses as much gas as it is told to, by writing storage.
contract GasBurnerTarget {
    mapping(uint256 index => uint256) private slots;
    uint256 private written;

    /// @param arguments abi.encode(uint256 count): how many fresh slots to write, about 22,000 gas each.
    function burnGas(bytes calldata, bytes calldata arguments) external {
        written = _write(abi.decode(arguments, (uint256)));
    }

    /// @notice Clears what it wrote, so that the gas used is far below the gas needed.
    /// @param arguments abi.encode(uint256 count)
    function burnAndRefund(bytes calldata, bytes calldata arguments) external {
        uint256 end = _write(abi.decode(arguments, (uint256)));
        for (uint256 i = written; i < end; i++) delete slots[i];
    }

    function _write(uint256 count) private returns (uint256 end) {
        end = written + count;
        for (uint256 i = written; i < end; i++) slots[i] = 1;
    }
}
