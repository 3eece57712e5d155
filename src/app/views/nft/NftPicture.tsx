/**
 * The picture of an item, or why there is none. Nothing in it runs: it stands in an `img` element, which browsers draw
 * without scripts.
 */
import { useState } from 'react';
import { harmlessText } from '../../../core/text/harmless';
import type { ItemMetadata, Picture } from '../../../workers/tokens/tokens.api';
import { usePictureUrl } from '../../use-picture-url';
import type { Answer } from '../../use-question';

type Props = { metadata: Answer<ItemMetadata>; picture: Answer<Picture> | undefined; alt: string };

export function NftPicture({ metadata, picture, alt }: Props) {
  const url = usePictureUrl(picture?.state === 'here' && picture.value.state === 'here' ? picture.value : undefined);
  const [broken, setBroken] = useState<string>();
  if (url === undefined) return <NoPicture alt={alt} reason={reasonOf(metadata, picture)} />;
  if (url === broken) return <NoPicture alt={alt} reason="It could not be loaded." />;
  return (
    <img
      src={url}
      alt={harmlessText(alt, 120)}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(url)}
      className="aspect-square w-full min-w-0 rounded-m border border-line bg-raised object-contain"
    />
  );
}

function reasonOf(metadata: Answer<ItemMetadata>, picture: Answer<Picture> | undefined): string | undefined {
  if (metadata.state === 'waiting') return undefined;
  if (metadata.state === 'failed') return metadata.failure.message;
  if (metadata.value.state === 'off') return `Its metadata is at ${metadata.value.host}, which is not asked.`;
  if (metadata.value.state === 'missing') return metadata.value.reason;
  if (picture === undefined) return 'Its metadata names no picture.';
  if (picture.state === 'waiting') return undefined;
  if (picture.state === 'failed') return picture.failure.message;
  if (picture.value.state === 'off') return `Its picture is at ${picture.value.host}, which is not asked.`;
  return picture.value.state === 'missing' ? picture.value.reason : undefined;
}

function NoPicture({ alt, reason }: { alt: string; reason: string | undefined }) {
  return (
    <figure
      aria-label={`${harmlessText(alt, 120)}, ${reason === undefined ? 'loading' : 'not shown'}`}
      aria-busy={reason === undefined || undefined}
      className="m-0 flex aspect-square w-full min-w-0 flex-col items-center justify-center gap-2 rounded-m border border-line bg-raised p-3 text-center"
    >
      <span aria-hidden className="text-faint text-xl">
        ◫
      </span>
      {reason !== undefined && (
        <span className="max-w-[30ch] break-words text-muted text-s">{harmlessText(reason, 200)}</span>
      )}
    </figure>
  );
}
