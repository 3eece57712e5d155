/** Places in standard JSON output, which is read as far as it is what it should be. */

import { type Fields, readFields } from '../../../core/values/json-fields';
/** Returns the compiler's output for one contract; no fields where there is none. */
export function contractIn(output: unknown, path: string, name: string): Fields {
  return readFields(readFields(readFields(readFields(output).contracts)[path])[name]);
}

/** Returns the contract's code at creation and at run time. */
export function codesIn(output: unknown, path: string, name: string): { creation: Fields; runtime: Fields } {
  const evm = readFields(contractIn(output, path, name).evm);
  return { creation: readFields(evm.bytecode), runtime: readFields(evm.deployedBytecode) };
}

/** Returns whether an output has what decoding needs of a contract: trees and a source map; for Vyper, whose sources are read themselves, a source map. */
export function isDecodable(output: unknown, path: string, name: string, language = 'Solidity'): boolean {
  const hasMap = sourceMapIn(output, path, name) !== '';
  if (language === 'Vyper') return hasMap;
  const hasTree = Object.values(readFields(readFields(output).sources)).some(
    (source) => 'ast' in readFields(source) || 'legacyAST' in readFields(source),
  );
  return hasTree && hasMap;
}

/** Returns the source map of a contract as text, '' without one; Vyper from 0.4 on has it among others. */
export function sourceMapIn(output: unknown, path: string, name: string): string {
  const { sourceMap } = codesIn(output, path, name).runtime;
  const map = typeof sourceMap === 'string' ? sourceMap : readFields(sourceMap).pc_pos_map_compressed;
  return typeof map === 'string' ? map : '';
}
