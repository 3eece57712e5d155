/** Opening what comes from outside: a trace file (`url` says where it is), or a link that names something of a chain. */
import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { parameter, text } from '../search-parameters';
import { LinkPage } from '../views/link/LinkPage';
import { OpenFilePage } from '../views/trace-file/OpenFilePage';

export const Route = createFileRoute('/open')({
  validateSearch: v.object({ url: parameter(text), link: parameter(text) }),
  component: OpenRoute,
});

function OpenRoute() {
  const { url, link } = Route.useSearch();
  return link === undefined ? <OpenFilePage url={url} /> : <LinkPage link={link} />;
}
