import { Link } from '@tanstack/react-router';
import { formatInteger } from '../../../core/format/counts';
import { useIdentityLinks } from './links';

/** Shows a block number that leads to the block. */
export function BlockLink({ number }: { number: number }) {
  const links = useIdentityLinks();
  const text = formatInteger(number);
  return links ? (
    <Link {...links.block(number)} className="link font-medium">
      {text}
    </Link>
  ) : (
    <span className="font-medium">{text}</span>
  );
}
