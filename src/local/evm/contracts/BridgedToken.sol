// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Erc20} from "./Erc20.sol";

/// @notice Stands for a token of the source chain: only the layer mints and burns it.
contract BridgedToken is Erc20 {
    address public immutable layer;

    error NotLayer(address sender);

    modifier onlyLayer() {
        if (msg.sender != layer) revert NotLayer(msg.sender);
        _;
    }

    /// @param holder Owns what was bridged before this chain's first block.
    constructor(string memory symbol_, address layer_, address holder, uint256 supply) Erc20(symbol_) {
        layer = layer_;
        _mint(holder, supply);
    }

    function mint(address to, uint256 amount) external onlyLayer {
        _mint(to, amount);
    }

    function burn(address from, uint256 amount) external onlyLayer {
        _burn(from, amount);
    }
}
