import { describe, expect, test } from 'vitest';
import {
  editedInput,
  inputForDecoding,
  parseStandardInput,
} from '../../../../src/core/contract/build-output/standard-input';
import { compilerError, matchOutput } from '../../../../src/core/contract/matching/match-output';

const input = (sources: Record<string, unknown>) => ({ language: 'Solidity', sources, settings: { viaIR: true } });

describe('parseStandardInput', () => {
  test('keeps paths as names, also those that climb and those of built-in properties', () => {
    const parsed = parseStandardInput(
      JSON.parse(
        '{"sources":{"../../etc/passwd":{"content":"a"},"__proto__":{"content":"b"},"C:\\\\x.sol":{"content":"c"}}}',
      ),
    );
    expect(parsed.ok && Object.keys(parsed.value.sources)).toEqual(['../../etc/passwd', '__proto__', 'C:\\x.sol']);
  });

  test('says which text is missing, and refuses what is no input or too large', () => {
    expect(parseStandardInput(input({ 'a.sol': { urls: ['ipfs://x'] }, 'b.sol': { content: '' } }))).toEqual({
      ok: false,
      error: 'The text of the source “a.sol” is missing.',
    });
    expect(parseStandardInput([]).ok).toBe(false);
    expect(parseStandardInput(input({})).ok).toBe(false);
    const large = parseStandardInput(input({ 'a.sol': { content: 'x'.repeat(32_000_001) } }));
    expect(large).toEqual({ ok: false, error: 'The sources are larger than 25 MB; they are not read.' });
  });

  test('asks for trees of all sources and code of one, and edits every source for a second run', () => {
    const parsed = parseStandardInput(input({ 'a.sol': { content: 'A' }, 'b.sol': { content: 'B' } }));
    if (!parsed.ok) throw new Error(parsed.error);
    const asked = JSON.parse(inputForDecoding(parsed.value, 'a.sol'));
    expect(asked.settings.viaIR).toBe(true);
    expect(asked.settings.outputSelection['*']).toEqual({ '': ['ast'] });
    expect(asked.settings.outputSelection['a.sol']['*']).toContain('storageLayout');
    expect(JSON.parse(editedInput(parsed.value)).sources).toEqual({
      'a.sol': { content: 'A\n' },
      'b.sol': { content: 'B\n' },
    });
  });
});

describe('matchOutput', () => {
  const body = '6080604052348015600f57600080fd5b50';
  const metadata = (byte: string) => `fea2646970667358221220${byte.repeat(32)}64736f6c634300081e0033`;
  const contract = (object: string) => ({ evm: { deployedBytecode: { object } } });
  const output = {
    contracts: {
      'a.sol': { A: contract(body + metadata('aa')), I: contract('') },
      'b.sol': { A: contract(body + metadata('bb')), B: contract(`${body}00${metadata('bb')}`) },
    },
  };
  const code = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

  test('prefers the exact match to the name, and the name among equals', () => {
    const exact = matchOutput(output, code(body + metadata('bb')), { name: 'A', path: 'a.sol' });
    expect([exact?.path, exact?.comparison.match]).toEqual(['b.sol', 'exact']);
    const partial = matchOutput(output, code(body + metadata('cc')), { name: 'A', path: 'b.sol' });
    expect([partial?.path, partial?.comparison.match]).toEqual(['b.sol', 'partial']);
  });

  test('without a match tells how the named contract differs', () => {
    const none = matchOutput(output, code(`${body}01${metadata('bb')}`), { name: 'B' });
    expect([none?.name, none?.comparison.match, none?.comparison.differences[0]?.start]).toEqual(['B', undefined, 17]);
    expect(matchOutput({}, code(body), { name: 'A' })).toBeUndefined();
  });

  test('reads the first error of a compiler', () => {
    const errors = [
      { severity: 'warning', formattedMessage: 'w' },
      { severity: 'error', formattedMessage: 'a.sol:1:1: ParserError: no\n  here' },
    ];
    expect(compilerError({ errors })).toBe('a.sol:1:1: ParserError: no');
    expect(compilerError({ contracts: {} })).toBeUndefined();
  });
});
