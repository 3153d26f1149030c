// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CrossChainLayer} from "./CrossChainLayer.sol";
import {Erc20} from "./Erc20.sol";
import {Header, TokenAmount} from "./Messages.sol";
import {Target} from "./Target.sol";

/// @notice Swaps a token for another at the rate of a constant product, and sends the output back.
contract SwapTarget is Target {
    error InsufficientOutput(uint256 wanted, uint256 got);
    error ExpectedOneAsset(uint256 got);
    error NotTraded(address token);

    constructor(CrossChainLayer layer_) Target(layer_) {}

    /// @param arguments abi.encode(address tokenOut, uint256 minimumOutput)
    function swap(bytes calldata header, bytes calldata arguments) external onlyLayer {
        Header memory decoded = abi.decode(header, (Header));
        (address tokenOut, uint256 minimumOutput) = abi.decode(arguments, (address, uint256));
        if (decoded.assets.length != 1) revert ExpectedOneAsset(decoded.assets.length);
        uint256 output = _outputOf(decoded.assets[0], tokenOut);
        if (output < minimumOutput) revert InsufficientOutput(minimumOutput, output);
        TokenAmount[] memory outputs = new TokenAmount[](1);
        outputs[0] = TokenAmount(tokenOut, output);
        _sendBack(decoded, outputs, "");
    }

    /// @dev The pool's balance of the input already includes what came in.
    function _outputOf(TokenAmount memory input, address tokenOut) private view returns (uint256) {
        if (input.token == tokenOut || layer.kindOf(tokenOut) == CrossChainLayer.Kind.Unknown) {
            revert NotTraded(tokenOut);
        }
        uint256 balanceIn = Erc20(input.token).balanceOf(address(this));
        return input.amount * Erc20(tokenOut).balanceOf(address(this)) / balanceIn;
    }
}
