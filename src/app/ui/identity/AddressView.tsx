import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Name } from '../../../core/chain/name';
import type { Address } from '../../../core/chain/primitives';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import { CopyButton } from '../CopyButton';
import { classes } from '../classes';
import { AddressCard } from '../layers/lazy';
import { useHover } from '../use-hover';
import { Identicon } from './Identicon';
import { type AccountKind, type IdentityLinks, useIdentityLinks } from './links';

export type AddressViewProps = {
  address: Address;
  /** The best known name. */
  name?: Name | undefined;
  kind?: AccountKind | undefined;
  /** short: name and shortened address, the default · name: the name alone where there is one · full: the whole address. */
  form?: 'short' | 'name' | 'full';
  /** False for plain text, on the address's own page. */
  link?: boolean;
  /** False where the pattern is already shown beside the address. */
  icon?: boolean;
};

const NAME_LIMIT = 40; // UTF-16 units

/** Shows an address, the same everywhere: identicon, best name, short form, copy, and all of it in a card under the pointer. */
export function AddressView({ address, name, kind, form = 'short', link = true, icon = true }: AddressViewProps) {
  const links = useIdentityLinks();
  const { anchor, open, close, handlers, cardHandlers } = useHover<HTMLSpanElement>(350);
  return (
    <span
      ref={anchor}
      data-address={address}
      {...handlers}
      // Aligned to the baseline of its text, so that it is in line with the labels beside it.
      className="group/address inline-flex max-w-full items-baseline gap-[5px] align-middle"
    >
      {icon && <Identicon address={address} size={14} />}
      <MaybeLink links={link ? links : undefined} address={address} kind={kind}>
        {name && <bdi className="truncate font-medium">{harmlessText(name.text, NAME_LIMIT)}</bdi>}
        {(!name || form !== 'name') && (
          <span
            // Beside a name it is another: it does not move there under the reader.
            key={name?.text}
            className={classes(
              'mono',
              name && 'text-muted',
              form === 'full' ? 'whitespace-normal break-all' : 'whitespace-nowrap',
            )}
          >
            {form === 'full' ? address : shorten(address)}
          </span>
        )}
      </MaybeLink>
      {form !== 'name' && (
        <CopyButton
          text={() => spelled(links, address)}
          what="address"
          className="self-center opacity-0 focus-visible:opacity-100 group-hover/address:opacity-100 pointer-coarse:opacity-100"
        />
      )}
      {open && (
        <AddressCard
          address={address}
          name={name}
          kind={kind}
          anchor={anchor}
          onClose={close}
          spelled={() => spelled(links, address)}
          {...cardHandlers}
        />
      )}
    </span>
  );
}

function MaybeLink({
  links,
  address,
  kind,
  children,
}: {
  links: IdentityLinks | undefined;
  address: Address;
  kind: AccountKind | undefined;
  children: ReactNode;
}) {
  // Where there is no room for both, the short form goes below the name.
  const look = 'inline-flex min-w-0 flex-wrap items-baseline gap-x-1.5';
  if (!links) return <span className={look}>{children}</span>;
  return (
    <Link {...links.address(address, kind)} className={classes(look, 'hover:underline hover:underline-offset-2')}>
      {children}
    </Link>
  );
}

/** The EIP-55 spelling, or lower case when it cannot be had. */
async function spelled(links: IdentityLinks | undefined, address: Address): Promise<string> {
  try {
    return (await links?.checksum(address)) ?? address;
  } catch {
    return address;
  }
}
