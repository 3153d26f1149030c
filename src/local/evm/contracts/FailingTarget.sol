// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Fails in every way that a call can fail.
contract FailingTarget {
    error Refused(uint256 code, string why);

    /// @param arguments abi.encode(string reason)
    function failWithReason(bytes calldata, bytes calldata arguments) external pure {
        revert(abi.decode(arguments, (string)));
    }

    /// @param arguments abi.encode(uint256 code, string why)
    function failWithCustomError(bytes calldata, bytes calldata arguments) external pure {
        (uint256 code, string memory why) = abi.decode(arguments, (uint256, string));
        revert Refused(code, why);
    }

    /// @dev Panics with 0x11: arithmetic underflow.
    function failWithPanic(bytes calldata header, bytes calldata) external pure returns (uint256) {
        return header.length - type(uint256).max;
    }

    function failWithoutData(bytes calldata, bytes calldata) external pure {
        revert();
    }

    /// @param arguments The revert data, as it is.
    function failWithData(bytes calldata, bytes calldata arguments) external pure {
        bytes memory data = arguments;
        assembly ("memory-safe") {
            revert(add(data, 0x20), mload(data))
        }
    }
}
