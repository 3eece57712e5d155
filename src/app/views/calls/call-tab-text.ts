import type { CallTab } from '../../../core/contract/functions/call-tabs';

export const CALL_TAB_TEXT: Record<CallTab, string> = {
  read: 'Read',
  write: 'Write',
  'read-proxy': 'Read as Proxy',
  'write-proxy': 'Write as Proxy',
  unverified: 'Unverified functions',
  'unverified-proxy': 'Unverified Proxy functions',
};
