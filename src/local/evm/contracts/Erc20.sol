// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The part of ERC-20 that the tokens of both kinds share.
abstract contract Erc20 {
    uint8 public constant decimals = 18;
    string public symbol;
    uint256 public totalSupply;
    mapping(address holder => uint256) public balanceOf;
    mapping(address holder => mapping(address spender => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Approval(address indexed holder, address indexed spender, uint256 amount);

    error InsufficientBalance(address holder, uint256 wanted, uint256 available);
    error InsufficientAllowance(address spender, uint256 wanted, uint256 available);

    constructor(string memory symbol_) {
        symbol = symbol_;
    }

    function name() external view returns (string memory) {
        return symbol;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed < amount) revert InsufficientAllowance(msg.sender, amount, allowed);
        allowance[from][msg.sender] = allowed - amount;
        _move(from, to, amount);
        return true;
    }

    function _move(address from, address to, uint256 amount) private {
        _debit(from, amount);
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
    }

    function _mint(address to, uint256 amount) internal {
        totalSupply += amount;
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function _burn(address from, uint256 amount) internal {
        _debit(from, amount);
        totalSupply -= amount;
        emit Transfer(from, address(0), amount);
    }

    function _debit(address from, uint256 amount) private {
        uint256 available = balanceOf[from];
        if (available < amount) revert InsufficientBalance(from, amount, available);
        balanceOf[from] = available - amount;
    }
}
