// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// An ERC-20 of 6 decimals with the errors of ERC-6093.
contract Token {
    string public name = "Play Token";
    string public symbol = "PTK";
    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed);

    constructor() {
        balanceOf[msg.sender] = 93_000_000;
    }

    function totalSupply() external pure returns (uint256) {
        return 93_000_000;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _transfer(msg.sender, to, value);
        return true;
    }

    function _transfer(address from, address to, uint256 value) internal {
        if (balanceOf[from] < value) revert ERC20InsufficientBalance(from, balanceOf[from], value);
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}

contract Mixed20 {
    event Transfer(address indexed from, address indexed to, uint256 value);

    function pay(address to, uint256 value) public {
        emit Transfer(msg.sender, to, value);
    }
}

library Items {
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    function give(address to, uint256 id) internal {
        emit Transfer(msg.sender, to, id);
    }
}

/// A contract that is both: an ERC-20, and the owner of items.
contract Mixed is Mixed20 {
    string public name = "Mix";
    string public symbol = "MIX";
    uint8 public decimals = 18;
    mapping(address => uint256) public balanceOf;

    function totalSupply() external pure returns (uint256) {
        return 5e18;
    }

    function transferFrom(address, address to, uint256 valueOrId) external {
        pay(to, 5e18);
        Items.give(to, valueOrId);
    }
}

/// As CryptoKitties: its events index nothing.
contract Kitty {
    string public name = "Kitty";
    string public symbol = "CK";
    mapping(uint256 => address) public ownerOf;
    event Transfer(address from, address to, uint256 tokenId);

    function mint(address to) external {
        ownerOf[9] = to;
        emit Transfer(address(0), to, 9);
    }
}

/// An ERC-20 whose decimals, which the standard makes optional, are no number of any.
contract Bare {
    string public name = "Bare";
    string public symbol = "BARE";
    uint256 public decimals = 10000;
    event Transfer(address indexed from, address indexed to, uint256 value);

    fallback() external {}

    function mint(address to) external {
        emit Transfer(address(0), to, 9);
    }
}

enum Side {
    Buy,
    Sell
}

contract Teller {
    event Failed(uint256 op, bytes revertReason);
    error Wrapped(bytes reason, uint256 at);
    error Bad(Side side, uint256 at);
    error Said(string what);

    function executeBatch(address[] calldata to, bytes[] calldata func) public {
        for (uint256 at = 0; at < to.length; at++) {
            (bool done, bytes memory why) = to[at].call(func[at]);
            if (!done) emit Failed(at, why);
        }
    }

    function wrap(address to, bytes calldata data) external {
        (bool done, bytes memory why) = to.call(data);
        if (!done) revert Wrapped(why, 3);
    }

    function hand(Token token, uint256 value) external {
        token.transfer(msg.sender, value);
    }

    function bad(Side side) external pure {
        revert Bad(side, 1);
    }

    function say(string calldata what) external pure {
        revert Said(what);
    }

    function cut() external pure {
        assembly {
            mstore(0, shl(224, 0x08c379a0))
            mstore(4, 32)
            mstore(36, 1000)
            revert(0, 68)
        }
    }

    function raw() external {
        assembly {
            log1(0, 32, 0xfeed)
        }
    }
}

/// The allowances of Uniswap's Permit2.
contract Permits {
    event Approval(
        address indexed owner,
        address indexed token,
        address indexed spender,
        uint160 amount,
        uint48 expiration
    );

    struct PermitDetails {
        address token;
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }
    struct TokenPermissions {
        address token;
        uint256 amount;
    }
    struct AllowanceTransferDetails {
        address from;
        address to;
        uint160 amount;
        address token;
    }

    function approve(address token, address spender, uint160 amount, uint48 expiration) external {
        emit Approval(msg.sender, token, spender, amount, expiration);
    }

    function structs(PermitDetails calldata, TokenPermissions calldata, AllowanceTransferDetails[] calldata) external {}
}

library SafeMove {
    function safeTransfer(Token token, address to, uint256 value) internal {
        token.transfer(to, value);
    }
}

/// A vault of ERC-4626 whose shares have 9 decimals, with votes (ERC-5805), a storage of ERC-7201 and no constructor.
contract Vault {
    /// @custom:storage-location erc7201:test.shares
    struct ERC20Storage {
        mapping(address => uint256) _balances;
    }

    bytes32 private constant PLACE =
        keccak256(abi.encode(uint256(keccak256("test.shares")) - 1)) & ~bytes32(uint256(0xff));

    string public constant symbol = "vPT";
    string public constant name = "Vault";
    uint8 public constant decimals = 9;
    uint256 public constant totalSupply = 5e9;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Deposit(address indexed sender, address indexed owner, uint256 assets, uint256 shares);
    event DelegateVotesChanged(address indexed delegate, uint256 previousVotes, uint256 newVotes);
    event Withdrawal(address indexed to, uint256 amount);

    function balanceOf(address account) public view returns (uint256) {
        return store()._balances[account];
    }

    function mint(uint256 shares, address receiver) external returns (uint256 assets) {
        store()._balances[receiver] += shares;
        assets = shares / 1000;
        emit Transfer(address(0), receiver, shares);
        emit Deposit(msg.sender, receiver, assets, shares);
        emit DelegateVotesChanged(receiver, 0, shares);
        emit Withdrawal(receiver, shares);
    }

    function send(Token token, address to, uint256 value) external {
        SafeMove.safeTransfer(token, to, value);
    }

    function store() private pure returns (ERC20Storage storage kept) {
        bytes32 place = PLACE;
        assembly {
            kept.slot := place
        }
    }
}

/// A vault of ERC-4626 whose shares have 18 decimals, and its asset 6.
contract Shares {
    string public name = "Shares of Play";
    string public symbol = "sPTK";
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    Token public asset = new Token();

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Withdraw(
        address indexed sender, address indexed receiver, address indexed owner, uint256 assets, uint256 shares
    );

    constructor() {
        balanceOf[msg.sender] = 10e18;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    function redeem(uint256 shares, address receiver, address owner) external returns (uint256 assets) {
        assets = shares / 1e12;
        balanceOf[owner] -= shares;
        emit Transfer(owner, address(0), shares);
        asset.transfer(receiver, assets);
        emit Withdraw(msg.sender, receiver, owner, assets, shares);
    }
}

/// Two libraries on the storage of a contract, the one called by the other.
library Outer {
    struct Place {
        uint128 a;
        uint128 b;
    }

    function raise(Place storage place, uint128 by) external {
        place.a += by;
        Inner.halve(place);
    }
}

library Inner {
    function halve(Outer.Place storage place) external {
        place.b = place.a / 2;
    }
}

contract Holder {
    uint256 public unused;
    Outer.Place public place;

    function raise(uint128 by) external {
        Outer.raise(place, by);
    }
}

/// An ERC-20 whose functions and variables go by names of its own, and one that keeps a tenth.
contract Snake {
    string public name = "Snake";
    string public symbol = "SNK";
    uint8 public constant decimals = 6;
    mapping(address owner => uint256) private token_balances;
    uint256 private total_supply = 1_000_000_000;
    uint256 private stamp;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Told(bytes call_data);

    constructor() {
        token_balances[msg.sender] = total_supply;
    }

    function balanceOf(address owner) external view returns (uint256) {
        return token_balances[owner];
    }

    function totalSupply() external view returns (uint256) {
        return total_supply;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _hand_over(msg.sender, to, value, 7);
        _keep(address(this), value / 10);
        _stamp(value);
        return true;
    }

    function _hand_over(address from, address to, uint256 v, uint256 many) internal {
        token_balances[from] -= v;
        token_balances[to] += v - v / 10;
        stamp = many;
        emit Transfer(from, to, v - v / 10);
    }

    function _keep(address to, uint256 fee) internal {
        token_balances[to] += fee;
        emit Transfer(msg.sender, to, fee);
    }

    function _stamp(uint256 at) internal {
        stamp = at;
    }

    function tell(address token, address to, uint256 value) external {
        bytes memory data = abi.encodeCall(Token.approve, (to, value));
        (bool done, ) = token.call(data);
        if (done) emit Told(data);
    }
}

contract Callbacks {
    struct Hook { uint256 id; function(uint256) external returns (uint256) call; }
    event Hooked(Hook hook, function(uint256) external returns (uint256) plain);
    error Unhooked(function(uint256) external returns (uint256) plain);
    function(uint256) external returns (uint256) kept;
    function answer(uint256 value) external pure returns (uint256) { return value; }
    function hook(function(uint256) external returns (uint256) given, bool fails) external {
        kept = given;
        emit Hooked(Hook(7, given), given);
        if (fails) revert Unhooked(given);
    }
}

contract Loud {
    event Said(uint256 indexed id, uint256 value);
    function say() external {
        bytes32 topic = Said.selector;
        assembly {
            mstore(0, 7)
            mstore(32, shl(240, 0xabcd))
            log2(0, 34, topic, 3)
        }
    }
}
