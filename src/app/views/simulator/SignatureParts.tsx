/** A made-up signature as contracts take it: in one piece, or as v, r and s. */
import { type MadeUpSignature, signatureBytes } from '../../../core/simulation/typed-data';
import { CopyButton } from '../../ui/CopyButton';

export function SignatureParts({ signature }: { signature: MadeUpSignature }) {
  const { digest, v, r, s } = signature;
  const parts = [
    ['Signature', signatureBytes(signature)],
    ['v', String(v)],
    ['r', r],
    ['s', s],
    ['Hash', digest],
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-s">
      {parts.map(([name, text]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="mono min-w-0 break-all">
            {text} <CopyButton text={text} what={name === 'Signature' || name === 'Hash' ? name.toLowerCase() : name} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
