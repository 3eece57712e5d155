/** A small project with tests as `forge build --build-info` leaves it. */
import { newestSolc } from './solc';

const VAULT = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Vault {
  mapping(address => uint256) public balances;
  function put(uint256 amount) external {
    if (amount == 0) {
      revert("nothing");
    }
    balances[msg.sender] += amount;
  }
  function never() external {
    balances[msg.sender] = 0;
  }
}`;

const LINE = '    balances[msg.sender] += amount;';

/** Among these tests `testWrongBalance` fails, in line 12, for the assertion in line 5. */
const TESTS = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
import {Vault} from "../src/Vault.sol";
contract VaultTest {
  function same(uint256 left, uint256 right) private pure { require(left == right, "not the same"); }
  Vault vault;
  function setUp() public { vault = new Vault(); }
  function testPuts() public { vault.put(2); same(vault.balances(address(this)), 2); }
  function testPutsMore() public { vault.put(3); vault.put(4); }
  function testWrongBalance() public {
    vault.put(2);
    same(vault.balances(address(this)), 3);
  }
}`;

/** A transaction of a chain that tests fork. */
export type ForkedAt = { hash: string; from: string; nonce: number; block: number };

/** Returns the build info of the project; `wasteful`: with one loop more in front of line 9. */
export function testedProject(wasteful = false): string {
  const vault = wasteful ? VAULT.replace(LINE, `for (uint256 at = 0; at < 10; at++) {}\n${LINE}`) : VAULT;
  return compiled({ 'src/Vault.sol': vault, 'test/Vault.t.sol': TESTS });
}

/** Returns the build info of two tests that fork the endpoint `chain`: in the transaction's block, and right before the transaction. */
export function forkingProject({ hash, from, nonce, block }: ForkedAt): string {
  const text = `pragma solidity ^0.8.0;
    interface Vm {
      function createSelectFork(string calldata, uint256) external returns (uint256);
      function createSelectFork(string calldata, bytes32) external returns (uint256);
      function getNonce(address) external view returns (uint64);
    }
    contract ForkTest {
      Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
      address sender = address(bytes20(hex"${from.slice(2)}"));
      function testAtBlock() public {
        vm.createSelectFork("chain", ${block});
        require(block.number == ${block} && vm.getNonce(sender) > ${nonce});
      }
      function testAtTransaction() public {
        vm.createSelectFork("chain", bytes32(${hash}));
        require(block.number == ${block} && vm.getNonce(sender) == ${nonce});
      }
    }`;
  return compiled({ 'test/Fork.t.sol': text });
}

function compiled(texts: Readonly<Record<string, string>>): string {
  const solc = newestSolc();
  const outputs = ['abi', 'metadata', 'evm.bytecode', 'evm.deployedBytecode', 'evm.methodIdentifiers'];
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(Object.entries(texts).map(([path, content]) => [path, { content }])),
    settings: { outputSelection: { '*': { '*': outputs, '': ['ast'] } } },
  };
  const output: unknown = JSON.parse(solc.compile(JSON.stringify(input)));
  return JSON.stringify({ id: 'vault', solcLongVersion: solc.longVersion, input, output });
}
