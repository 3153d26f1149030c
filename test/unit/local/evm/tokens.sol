// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The tokens of artifacts-written.ts, which has what solc makes of them with 200 runs of its optimizer.
contract Gold {
    string public symbol;
    address public immutable layer;
    mapping(address holder => uint256) public balanceOf;

    constructor(string memory symbol_, address layer_, address holder, uint256 supply) {
        symbol = symbol_;
        layer = layer_;
        balanceOf[holder] = supply;
    }

    function mint(address to, uint256 amount) external {
        require(msg.sender == layer);
        balanceOf[to] += amount;
    }

    function burn(address from, uint256 amount) external {
        require(msg.sender == layer);
        balanceOf[from] -= amount;
    }
}

contract Safe {
    string public symbol;
    mapping(address holder => uint256) public balanceOf;

    constructor(string memory symbol_, address holder, uint256 supply) {
        symbol = symbol_;
        balanceOf[holder] = supply;
    }
}
