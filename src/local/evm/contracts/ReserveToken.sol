// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Erc20} from "./Erc20.sol";

/// @notice A token of this chain. The layer locks it when it leaves for the source chain and unlocks it on its return.
contract ReserveToken is Erc20 {
    constructor(string memory symbol_, address holder, uint256 supply) Erc20(symbol_) {
        _mint(holder, supply);
    }
}
