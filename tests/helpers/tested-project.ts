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

/** Compiles it and returns the text of its build info; `wasteful`: with one loop more in front of line 9. */
export function testedProject(wasteful = false): string {
  const solc = newestSolc();
  const outputs = ['abi', 'metadata', 'evm.bytecode', 'evm.deployedBytecode', 'evm.methodIdentifiers'];
  const input = {
    language: 'Solidity',
    sources: {
      'src/Vault.sol': {
        content: wasteful ? VAULT.replace(LINE, `for (uint256 at = 0; at < 10; at++) {}\n${LINE}`) : VAULT,
      },
      'test/Vault.t.sol': { content: TESTS },
    },
    settings: { outputSelection: { '*': { '*': outputs, '': ['ast'] } } },
  };
  const output: unknown = JSON.parse(solc.compile(JSON.stringify(input)));
  return JSON.stringify({ id: 'vault', solcLongVersion: solc.longVersion, input, output });
}
