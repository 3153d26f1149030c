// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CrossChainLayer} from "./CrossChainLayer.sol";
import {Header} from "./Messages.sol";
import {Target} from "./Target.sol";

/// @notice Sends the assets that it is given back to their caller.
contract BounceTarget is Target {
    constructor(CrossChainLayer layer_) Target(layer_) {}

    /// @param arguments Come back as the payload.
    function bounce(bytes calldata header, bytes calldata arguments) external onlyLayer {
        Header memory decoded = abi.decode(header, (Header));
        _sendBack(decoded, decoded.assets, arguments);
    }
}
