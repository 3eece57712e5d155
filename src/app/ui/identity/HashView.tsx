import { Link } from '@tanstack/react-router';
import type { Hash } from '../../../core/chain/primitives';
import { shorten } from '../../../core/format/shorten';
import { CopyButton } from '../CopyButton';
import { useIdentityLinks } from './links';

/** Shows a hash: short, in full in the tooltip, with copy; of a transaction or a block it is a link. */
export function HashView({
  hash,
  of,
  form = 'short',
  link = true,
  copy = true,
}: {
  hash: Hash;
  /** What it is the hash of; the label of the copy button, and where the link leads. */
  of: 'transaction' | 'block' | 'code' | 'root' | 'hash';
  form?: 'short' | 'full';
  link?: boolean;
  copy?: boolean;
}) {
  const links = useIdentityLinks();
  const text = form === 'full' ? hash : shorten(hash);
  const target = !link
    ? undefined
    : of === 'transaction'
      ? links?.transaction
      : of === 'block'
        ? links?.block
        : undefined;
  return (
    <span className="group/hash inline-flex max-w-full items-center gap-1 align-middle" title={hash}>
      {target ? (
        <Link {...target(hash)} className="mono link min-w-0 break-all">
          {text}
        </Link>
      ) : (
        <span className="mono min-w-0 break-all">{text}</span>
      )}
      {copy && (
        <CopyButton
          text={hash}
          what={of === 'hash' || of === 'root' ? of : `${of} hash`}
          className="opacity-0 focus-visible:opacity-100 group-hover/hash:opacity-100 pointer-coarse:opacity-100"
        />
      )}
    </span>
  );
}
