/** What a number among the searched texts means on a chain: one of its blocks, or none. */
import { formatInteger } from '../../../core/format/counts';

export type BlockInQuery =
  | { is: 'block'; isSure: boolean }
  /** `problem` says why no block is offered. */
  | { is: 'none'; problem: string };

const HEX = /^0x[0-9a-f]*$/i;

/** Returns whether the chain has block `number`, which the text names. Not sure while the head is not known. */
export function blockInQuery(text: string, number: number, head: number | undefined): BlockInQuery {
  if (head === undefined) return { is: 'block', isSure: false };
  if (number <= head) return { is: 'block', isSure: true };
  const above = `${formatInteger(number)} is above the head, block ${formatInteger(head)}.`;
  return { is: 'none', problem: isHex(text) ? `${shortHex(text)} As a block number, ${above}` : `Block ${above}` };
}

/** Returns a sentence on hex digits that are neither a hash, an address nor a block; undefined for other texts. */
export function problemOfHex(text: string): string | undefined {
  return isHex(text) && text.length > 3 ? shortHex(text) : undefined;
}

function isHex(text: string): boolean {
  return HEX.test(text);
}

function shortHex(text: string): string {
  return `0x and ${text.length - 2} hex digits: a hash has 64, an address 40.`;
}
