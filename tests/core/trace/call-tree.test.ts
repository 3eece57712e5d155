import { describe, expect, test } from 'vitest';
import { addressOf, callTree, drawRows, selectorOf } from '../../helpers/call-tree';
import { rowOf } from './parse';

describe('callTree', () => {
  test('draws what its text says', () => {
    const trace = callTree(`
      Router.swap
        Oracle :staticcall
        #Swap
        Token.transfer = 255 ~ 0x08c379a0 !
          #Transfer
        Pool > Vault > Leaf :create ! out of gas
    `);
    expect(drawRows(trace)).toBe(
      [
        'call Router',
        '  staticcall Oracle',
        '  log Router',
        '  call Token',
        '    log Token',
        '  call Pool',
        '    call Vault',
        '      create Vault',
      ].join('\n'),
    );
    expect(rowOf(trace, 3)).toMatchObject({
      from: addressOf('Router'),
      to: addressOf('Token'),
      selector: selectorOf('transfer'),
      value: '0xff',
      output: '0x08c379a0',
      error: 'execution reverted',
    });
    expect(rowOf(trace, 7)).toMatchObject({ to: undefined, error: 'out of gas' });
  });

  test.each(['A\nB', 'A :dream', 'A ? B'])('refuses %j', (text) => {
    expect(() => callTree(text)).toThrow();
  });
});
