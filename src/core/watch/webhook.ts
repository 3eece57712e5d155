/** What a webhook is sent, and where it may be. */
import type { Hash, NetworkId } from '../chain/primitives';
import { isLoopback } from '../values/loopback';

/** `slack` and `discord` are the messages that incoming webhooks of these take; others take Slack's, too. */
export const WEBHOOK_FORMATS = ['json', 'slack', 'discord'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** One find, as a webhook is told of it. `id` is the same whenever it is told. Texts are untrusted. */
export type WebhookNotice = {
  id: string;
  networkId: NetworkId;
  name: string;
  what: string;
  blockNumber?: number;
  transactionHash?: Hash;
  /** The page of the transaction or the block. */
  url?: string;
};

/** A body for `postToWebhook`: the text and its media type. */
export type WebhookBody = { text: string; type: 'text/plain' | 'application/json' };

/**
 * Returns the notice in a format. Slack answers no question before a request, so its JSON goes as plain text, which it reads;
 * Discord reads JSON only as such, and answers the question. Names cannot mention or link anything.
 */
export function webhookBody(format: WebhookFormat, notice: WebhookNotice): WebhookBody {
  const { name, what, url } = notice;
  if (format === 'json') return { text: JSON.stringify(notice), type: 'text/plain' };
  const escaped = format === 'slack' ? slackText : discordText;
  const [bold, shown] = format === 'slack' ? ['*', url] : ['**', url && `<${url}>`];
  const lines = [`${bold}${escaped(name)}${bold}`, escaped(what), ...(shown === undefined ? [] : [shown])];
  const content = lines.join('\n');
  return format === 'slack'
    ? { text: JSON.stringify({ text: content }), type: 'text/plain' }
    : { text: JSON.stringify({ content, allowed_mentions: { parse: [] } }), type: 'application/json' };
}

/** Slack's control characters as entities; asterisks would end the bold. */
function slackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('*', '∗');
}

/** Discord's Markdown with backslashes. */
function discordText(text: string): string {
  return text.replace(/[\\*_~`|<>[\]()#]/g, '\\$&');
}

/** Says what is wrong with the address of a webhook; undefined for nothing. */
export function webhookProblem(text: string): string | undefined {
  if (text.length > 500 || !/^https?:\/\/[^\s/?#]+/i.test(text))
    return 'A webhook is an https URL of at most 500 characters.';
  return /^https:/i.test(text) || isLoopback(text) ? undefined : 'A webhook needs https, or a URL on this machine.';
}
