/** What was filled in, and perhaps sent, while the page was there and the client was not. */
export function earlyInput(password: HTMLInputElement | null) {
  const form = password?.form
  const input = form?.querySelector<HTMLInputElement>('input[type="file"]')
  const files = [...(input?.files ?? [])]
  // As after every choice: the same file may be chosen again.
  if (input) input.value = ''
  // `public/theme.js` marks it.
  return { files, typed: password?.value ?? '', wasSent: form?.dataset['sent'] !== undefined }
}

/** Files dropped anywhere on the page are meant for its field; the browser would open them. Returns how to stop. */
export function takeDrops({ ownerDocument }: HTMLElement, take: (files: readonly File[]) => void) {
  const allow = (event: DragEvent) => event.preventDefault()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    take([...(event.dataTransfer?.files ?? [])])
  }
  ownerDocument.addEventListener('dragover', allow)
  ownerDocument.addEventListener('drop', drop)
  return () => {
    ownerDocument.removeEventListener('dragover', allow)
    ownerDocument.removeEventListener('drop', drop)
  }
}
