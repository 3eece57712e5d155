import { isLoopback } from '../values/loopback';

/** Returns a sentence on what is wrong with the address of a webhook; undefined for nothing. */
export function webhookProblem(text: string): string | undefined {
  if (text.length > 500 || !/^https?:\/\/[^\s/?#]+/i.test(text))
    return 'A webhook is an https URL of at most 500 characters.';
  return /^https:/i.test(text) || isLoopback(text) ? undefined : 'A webhook is told over https, or on this machine.';
}
