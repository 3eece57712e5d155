/** Sources compiled for the decoder. */
import type { Compilation } from '../../../src/core/source/compiled/compilation';
import { parseCompilation } from '../../../src/core/source/compiled/parse-compilation';
import { compile, type Target } from './solc';

/** Runs the compiler over sources by their source unit names; throws when they do not compile. */
export function compileSources(
  target: Target,
  sources: Readonly<Record<string, string>>,
  more: { evmVersion?: string } = {},
): Compilation {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(Object.entries(sources).map(([path, content]) => [path, { content }])),
    settings: {
      ...more,
      optimizer: { enabled: target.optimizer, runs: 200 },
      ...(target.viaIR && { viaIR: true }),
      outputSelection: {
        '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode', 'evm.methodIdentifiers'], '': ['ast'] },
      },
    },
  };
  const output = compile(target, input) as { errors?: { severity: string; formattedMessage: string }[] };
  const error = output.errors?.find(({ severity }) => severity === 'error');
  if (error) throw new Error(`does not compile: ${error.formattedMessage}`);
  const parsed = parseCompilation({ version: target.version, input, output });
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}
