// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BounceTarget} from "./BounceTarget.sol";
import {BridgedToken} from "./BridgedToken.sol";
import {CrossChainLayer} from "./CrossChainLayer.sol";
import {FailingTarget} from "./FailingTarget.sol";
import {GasBurnerTarget} from "./GasBurnerTarget.sol";
import {ReserveToken} from "./ReserveToken.sol";
import {SwapTarget} from "./SwapTarget.sol";

/// @notice Lays out the whole destination chain in one transaction, which is what makes its start fast.
contract Deployment {
    struct Token {
        string symbol;
        string sourceToken;
        CrossChainLayer.Kind kind;
        /// @dev What the swap pool holds from the start.
        uint256 poolSupply;
        /// @dev What the layer holds from the start, of a reserve token.
        uint256 reserve;
    }

    event Deployed(
        address layer, address[] tokens, address swap, address bounce, address failing, address gasBurner
    );

    constructor(address[] memory executors, address[] memory validators, uint256 quorum, Token[] memory tokens) {
        CrossChainLayer layer = new CrossChainLayer(executors, validators, quorum);
        address swap = address(new SwapTarget(layer));
        address bounce = address(new BounceTarget(layer));
        address failing = address(new FailingTarget());
        address gasBurner = address(new GasBurnerTarget());
        address[] memory addresses = new address[](tokens.length);
        for (uint256 i = 0; i < tokens.length; i++) {
            addresses[i] = _deployToken(tokens[i], address(layer), swap);
            layer.registerToken(tokens[i].sourceToken, addresses[i], tokens[i].kind);
        }
        layer.transferOwnership(msg.sender);
        emit Deployed(address(layer), addresses, swap, bounce, failing, gasBurner);
    }

    function _deployToken(Token memory token, address layer, address pool) private returns (address) {
        if (token.kind == CrossChainLayer.Kind.Bridged) {
            return address(new BridgedToken(token.symbol, layer, pool, token.poolSupply));
        }
        ReserveToken reserve = new ReserveToken(token.symbol, address(this), token.poolSupply + token.reserve);
        reserve.transfer(pool, token.poolSupply);
        reserve.transfer(layer, token.reserve);
        return address(reserve);
    }
}
