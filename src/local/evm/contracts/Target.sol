// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CrossChainLayer} from "./CrossChainLayer.sol";
import {Erc20} from "./Erc20.sol";
import {Header, OutMessage, TokenAmount} from "./Messages.sol";

/// @notice What the targets share: they obey the layer only, and send tokens back to the caller.
abstract contract Target {
    CrossChainLayer public immutable layer;

    error NotLayer(address sender);

    modifier onlyLayer() {
        if (msg.sender != address(layer)) revert NotLayer(msg.sender);
        _;
    }

    constructor(CrossChainLayer layer_) {
        layer = layer_;
    }

    /// @dev Burns the bridged tokens among the assets and locks the others.
    function _sendBack(Header memory header, TokenAmount[] memory assets, bytes memory payload) internal {
        TokenAmount[] memory burn = new TokenAmount[](assets.length);
        TokenAmount[] memory lock = new TokenAmount[](assets.length);
        uint256 burns;
        uint256 locks;
        for (uint256 i = 0; i < assets.length; i++) {
            if (layer.kindOf(assets[i].token) == CrossChainLayer.Kind.Bridged) {
                burn[burns++] = assets[i];
            } else {
                lock[locks++] = assets[i];
                Erc20 token = Erc20(assets[i].token);
                token.approve(address(layer), token.allowance(address(this), address(layer)) + assets[i].amount);
            }
        }
        assembly ("memory-safe") {
            mstore(burn, burns)
            mstore(lock, locks)
        }
        layer.sendMessage(OutMessage(header.shardsKey, header.caller, payload, burn, lock));
    }
}
