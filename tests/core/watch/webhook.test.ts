/** The messages that webhooks are sent, as Slack and Discord document them. */
import { expect, test } from 'vitest';
import type { Hash, NetworkId } from '../../../src/core/chain/primitives';
import { webhookBody } from '../../../src/core/watch/webhook';

const notice = {
  id: 'a find',
  networkId: 1 as NetworkId,
  name: 'Vault *fails*',
  what: 'A transaction failed: <!channel> @everyone & more',
  blockNumber: 7,
  transactionHash: `0x${'ab'.repeat(32)}` as Hash,
  url: 'https://loupe.example/1/tx/0xab',
};

test('JSON has all of the find', () => {
  const { text, type } = webhookBody('json', notice);
  expect(JSON.parse(text)).toEqual(notice);
  expect(type).toBe('text/plain');
});

test('Slack takes a text, with &, < and > as entities, and plain text without a question', () => {
  const { text, type } = webhookBody('slack', notice);
  expect(JSON.parse(text)).toEqual({
    text: '*Vault ∗fails∗*\nA transaction failed: &lt;!channel&gt; @everyone &amp; more\nhttps://loupe.example/1/tx/0xab',
  });
  expect(type).toBe('text/plain');
});

test('Discord takes content as JSON, mentions nobody, and reads no Markdown of others', () => {
  const { text, type } = webhookBody('discord', notice);
  expect(JSON.parse(text)).toEqual({
    content:
      '**Vault \\*fails\\***\nA transaction failed: \\<!channel\\> @everyone & more\n<https://loupe.example/1/tx/0xab>',
    allowed_mentions: { parse: [] },
  });
  expect(type).toBe('application/json');
});
