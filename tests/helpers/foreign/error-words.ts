/** What has to be said of an error of the foreign chain. */
import { type Hex, hexToString } from 'viem';
import type { CompilerCheck, ErrorTruth } from '../../../tools/foreign-chain/truth';

/** Returns the words that a sentence about the error has to hold. */
export function wordsOf(error: ErrorTruth): string[] {
  if (error.kind === 'nothing') return [error.check ? CHECKS[error.check] : 'without'];
  // Long data is cut; a bare text stands for its bytes.
  if (error.kind === 'data')
    return error.malformed ? ['malformed', error.malformed] : [bareText(error.data) ?? error.data.slice(0, 10)];
  if (error.kind === 'halt') return [error.words];
  if (error.name === 'Error') return error.args.map(String);
  if (error.name === 'Panic') return [PANICS[String(error.args[0])] ?? 'panic'];
  return [error.name];
}

/** The text that data is, with zeros behind it; undefined where it is none. */
function bareText(data: Hex): string | undefined {
  const text = hexToString(data).replace(/\0+$/, '');
  return /^[ -~]{4,}$/.test(text) ? text : undefined;
}

/**
 * Returns the words that must be said of an error without its ABI: none for custom errors and for checks of the
 * compiler.
 */
export function bareWordsOf(error: ErrorTruth): string[] {
  const needsAbi = error.kind === 'error' && error.name !== 'Error' && error.name !== 'Panic';
  return needsAbi || error.kind === 'nothing' ? [] : wordsOf(error);
}

const CHECKS: Readonly<Record<CompilerCheck, string>> = {
  selector: 'no function of this selector',
  value: 'not payable',
  arguments: 'arguments',
  code: 'has no code',
  decoding: 'abi.decode',
};

/** Words of the Solidity documentation for the codes (Panic via assert and Error via require). */
const PANICS: Readonly<Record<string, string>> = {
  1: 'assert',
  17: 'overflow',
  18: 'zero',
  33: 'enum',
  49: 'pop',
  50: 'bounds',
};
