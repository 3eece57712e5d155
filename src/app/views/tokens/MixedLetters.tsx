import { mixesAlphabets } from '../../../core/text/look-alike';
import { Badge } from '../../ui/Badge';

/** Marks a token whose symbol or name has letters that only look like those of another. Shows nothing for others. */
export function MixedLetters({ texts }: { texts: readonly (string | undefined)[] }) {
  if (!texts.some((text) => text !== undefined && mixesAlphabets(text))) return null;
  return (
    <Badge tone="pending" title="A word of its name mixes letters of alphabets that look alike: compare the address.">
      mixed letters
    </Badge>
  );
}
