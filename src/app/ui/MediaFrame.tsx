/**
 * Pictures and animations that strangers made, as of a token. Nothing in them
 * runs: images are images, which browsers draw without scripts, and documents
 * stand in a frame that may do nothing.
 */
import { type ReactNode, useState } from 'react';
import { harmlessText } from '../../core/text/harmless';
import { Button } from './Button';
import { classes } from './classes';

export type MediaKind = 'image' | 'video' | 'document';

/** A `data:` URL beyond this is not drawn; it would be copied several times on the way. Characters. */
const MAX_INLINE = 4_000_000;

export function MediaFrame({
  src,
  kind = kindOf(src),
  alt,
  remote = false,
  onAllow,
  className,
}: {
  src: string;
  /** Default: the type that the URL's ending names, otherwise an image. */
  kind?: MediaKind;
  /** What it shows: the name of the token. */
  alt: string;
  /** Whether the reader allowed other hosts to be asked. They learn the reader's IP address. */
  remote?: boolean;
  /** Offers to allow it. */
  onAllow?: () => void;
  className?: string;
}) {
  const [broken, setBroken] = useState<string>();
  const name = harmlessText(alt, 120);
  const reason = broken === src ? 'It could not be loaded.' : reasonAgainst(src, remote);
  const frame = classes(
    'relative flex aspect-square w-full min-w-0 items-center justify-center overflow-hidden rounded-m border border-line bg-raised',
    className,
  );
  if (reason !== undefined) {
    const isWaiting = isRemote(src) && !remote && onAllow !== undefined;
    return (
      <figure aria-label={`${name}, not shown`} className={classes(frame, 'm-0 flex-col gap-2 p-3 text-center')}>
        {!isWaiting && (
          <span aria-hidden className="text-faint text-xl">
            ◫
          </span>
        )}
        <Reason>{reason}</Reason>
        {isWaiting && (
          <Button size="s" onClick={onAllow}>
            Load from {harmlessText(new URL(src).host, 40)}
          </Button>
        )}
      </figure>
    );
  }
  const fail = () => setBroken(src);
  return (
    <div className={frame}>
      {kind === 'image' && (
        <img
          src={src}
          alt={name}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={fail}
          className="size-full object-contain"
        />
      )}
      {kind === 'video' && (
        <video
          src={src}
          aria-label={name}
          controls
          muted
          playsInline
          preload="metadata"
          onError={fail}
          className="size-full"
        />
      )}
      {kind === 'document' && (
        // An empty `sandbox` allows nothing: no scripts, no forms, no navigation, an origin of its own.
        <iframe
          src={src}
          title={name}
          sandbox=""
          referrerPolicy="no-referrer"
          loading="lazy"
          className="size-full border-0 bg-panel"
        />
      )}
    </div>
  );
}

function Reason({ children }: { children: ReactNode }) {
  return <span className="max-w-[30ch] text-muted text-s">{children}</span>;
}

/** Why a URL is not drawn; undefined when it is. */
function reasonAgainst(src: string, remote: boolean): string | undefined {
  if (/^data:/i.test(src)) return src.length > MAX_INLINE ? 'It is too large to be shown.' : undefined;
  if (/^blob:/i.test(src)) return undefined;
  if (!isRemote(src)) return 'Only https, data and blob URLs are shown.';
  return remote ? undefined : 'It is on another host, which would learn your IP address.';
}

function isRemote(src: string): boolean {
  return /^https:\/\//i.test(src) && URL.canParse(src);
}

function kindOf(src: string): MediaKind {
  const type = /^data:([a-z]+)\/([a-z0-9.+-]+)/i.exec(src);
  if (type) {
    if (type[1]?.toLowerCase() === 'video') return 'video';
    return type[1]?.toLowerCase() === 'image' ? 'image' : 'document';
  }
  const path = src.split(/[?#]/, 1)[0] ?? '';
  if (/\.(mp4|webm|mov|ogv)$/i.test(path)) return 'video';
  return /\.html?$/i.test(path) ? 'document' : 'image';
}
