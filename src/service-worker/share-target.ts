/** What other apps share with the installed one (Web Share Target): files and links, in a form that is sent to `/open`. */
import { keepSharedFiles } from '../db/cache-storage/shared-files';

/** Keeps the files of the form for the page, and leads to it: 303, with what was shared as text in its address. */
export async function takeShared(request: Request): Promise<Response> {
  const form = await request.formData();
  const files = form.getAll('files').filter((value) => value instanceof File);
  if (files.length > 0) {
    await keepSharedFiles(files);
    return Response.redirect('/open?shared=true', 303);
  }
  // Many apps put a link into the text.
  const texts = ['url', 'text', 'title'].map((name) => form.get(name));
  const link = texts.find((text) => typeof text === 'string' && text.trim() !== '');
  return Response.redirect(link === undefined ? '/open' : `/open?${new URLSearchParams({ link: String(link) })}`, 303);
}
