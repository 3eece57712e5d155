/**
 * From a draft of 45 files to the verdict of the wizard, beside what the
 * compiler alone takes for the same input in the same run. The best of the
 * rounds counts.
 */
import type { Hex } from '../../../src/core/chain/primitives';
import { emptyDraft, emptySettings, type VerificationDraft } from '../../../src/core/contract/verification/draft';
import { CompilerRuns } from '../../../src/workers/contracts/compiling/compiler-runs';
import { SourceCheck } from '../../../src/workers/contracts/sources/check-sources';
import { verifyContract } from '../../../src/workers/contracts/verification/verify-contract';
import { installedCompilers, loadCompiler, type NodeCompiler } from '../../solc/installed';
import type { Bench } from '../bench';
import { besideAtMost } from '../figures';

const FILES = 45;
const ROUNDS = 3;
const MOST = 1.1;

export const bench: Bench = {
  name: 'verify',
  async *run() {
    const newest = installedCompilers().at(-1);
    if (newest === undefined) throw new Error('no compiler is installed');
    const solc = loadCompiler(newest);
    const sources = Object.fromEntries(Array.from({ length: FILES }, (_, at) => [`src/Part${at}.sol`, partOf(at)]));
    const draft: VerificationDraft = {
      ...emptyDraft,
      method: 'directory',
      uploaded: sources,
      root: `src/Part${FILES - 1}.sol:Part${FILES - 1}`,
      settings: { ...emptySettings, compilerVersion: solc.longVersion, optimizer: true },
    };
    const code = deployedCode(solc, sources);
    let best = { whole: Infinity, compiling: 1 };
    for (let round = 0; round < ROUNDS; round++) {
      let compiling = 0;
      const checker = new SourceCheck(
        () =>
          async ({ input }) => {
            const from = performance.now();
            const output = solc.compile(input);
            compiling += performance.now() - from;
            return { ok: true, value: new TextEncoder().encode(output) };
          },
        new CompilerRuns(),
      );
      const from = performance.now();
      const question = { code, signal: new AbortController().signal, onProgress: () => {} };
      const outcome = await verifyContract(checker, { draft, tries: [], keep: false }, question);
      const whole = performance.now() - from;
      if (!outcome.ok || outcome.value.best.verdict?.match !== 'exact') throw new Error('the contract does not match');
      if (whole / compiling < best.whole / best.compiling) best = { whole, compiling };
    }
    yield besideAtMost(`${FILES} files to a verdict`, best.whole, 'ms', 'the compiler alone', best.compiling, MOST);
  },
};

/** Libraries that use those before them, as the files of a project do, and a contract that uses them all. */
function partOf(at: number): string {
  const isRoot = at === FILES - 1;
  const used = isRoot
    ? Array.from({ length: at }, (_, one) => one)
    : [...new Set([at - 1, at - 2, Math.floor(at / 2)])].filter((one) => one >= 0 && one < at);
  const imports = used.map((one) => `import {Part${one}} from "./Part${one}.sol";`).join('\n');
  // A statement each: an expression of forty calls is too deep for the stack.
  const sum = used.map((one) => `y += Part${one}.ofOne(x);`).join(' ');
  return `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
${imports}
/// A part of the whole, number ${at}.
${
  isRoot
    ? `contract Part${at} {
  struct Order { address owner; uint128 price; uint64 until; string note; }
  mapping(address => Order[]) public orders;
  event Placed(address indexed owner, uint256 price);
  function place(uint128 price, uint64 until, string calldata note) external returns (uint256 id) {
    id = orders[msg.sender].length;
    orders[msg.sender].push(Order(msg.sender, price, until, note));
    emit Placed(msg.sender, whole(price));
  }
  function whole(uint256 x) public pure returns (uint256 y) { ${sum} }
}`
    : `library Part${at} {
  error Odd(uint256 x);
  function ofOne(uint256 x) internal pure returns (uint256) {
    if (x % ${at + 3} == 1) revert Odd(x);
    return x / ${at + 7} + ${at};
  }
  function ofAll(uint256 x) internal pure returns (uint256 y) { y = ofOne(x); ${sum} }
}`
}
`;
}

function deployedCode(solc: NodeCompiler, sources: Readonly<Record<string, string>>): Hex {
  const name = `Part${FILES - 1}`;
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(Object.entries(sources).map(([path, content]) => [path, { content }])),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      outputSelection: { [`src/${name}.sol`]: { [name]: ['evm.deployedBytecode.object'] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input)));
  if (output.contracts === undefined) throw new Error(output.errors[0].formattedMessage);
  return `0x${output.contracts[`src/${name}.sol`][name].evm.deployedBytecode.object}`;
}
