// Documents of instruments, such as terms: stored at a server, and named by the instrument's details with their fingerprints.
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { DocumentMetadata, DocumentReference } from '@connex/protocol'
import { call, downloadDocument, uploadDocument } from '@connex/sdk'
import { CliError } from '../../CliError.ts'
import { command } from '../../command/Command.ts'
import type { Context } from '../../command/Command.ts'
import { required, scalar, text, value, withDefault } from '../../command/Option.ts'
import type { Option } from '../../command/Option.ts'
import { connect } from '../../connection/connect.ts'
import type { Session } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/connectionOptions.ts'
import { findInstrument, instrumentArgument } from '../../directory/registries.ts'
import { table } from '../../terminal/table.ts'

const referenceText = ({ fingerprint, contentFp, name }: DocumentReference): string =>
  `${fingerprint}:${contentFp}:${name}`

const oneReference = value('REFERENCE', 'a document, as connex documents upload prints it', (typed) => {
  const [fingerprint, contentFp, ...name] = typed.split(':')
  const read = DocumentReference.safeParse({ fingerprint, contentFp, name: name.join(':') })
  return read.success
    ? { value: read.data }
    : { expected: 'must be the reference that connex documents upload prints' }
})

/** The documents of an instrument's details; a name may contain commas. */
export const documentOption: Option<readonly DocumentReference[]> = {
  ...oneReference,
  kind: 'list',
  help: `${oneReference.help}; repeatable`,
  read: (texts, name) => texts.flatMap((typed) => oneReference.read([typed], name) ?? []),
}

async function documentsOf(
  session: Session,
  name: string,
  context: Pick<Context, 'signal'>,
): Promise<readonly DocumentReference[]> {
  const { instrumentId } = await findInstrument(session, name, context)
  const query = { instrumentIds: [instrumentId] }
  const { items } = await call(session.client, 'instrumentDetails', { query, signal: context.signal })
  return items[0]?.details?.documents ?? []
}

export const documentsCommand = command({
  path: 'documents',
  summary: "an instrument's documents",
  positionals: instrumentArgument,
  options: connectionOptions,
  examples: ['documents DE000A1EWWW0'],
  async run(context) {
    const session = await connect(context)
    return { items: await documentsOf(session, context.positionals.instrument, context) }
  },
  show: ({ items }) =>
    table(
      items,
      [
        { title: 'Name', of: ({ name }) => name },
        { title: 'Content fingerprint', of: ({ contentFp }) => contentFp },
      ],
      'No documents: the instrument’s details list none, or are not on your server.',
    ),
})

export const downloadDocumentCommand = command({
  path: 'documents download',
  summary: 'save a document of an instrument, checked against its fingerprint',
  positionals: {
    ...instrumentArgument,
    name: required(text('DOCUMENT', "the document's name, or its content's fingerprint")),
  },
  options: { out: required(text('FILE', 'the new file')), ...connectionOptions },
  examples: ['documents download DE000A1EWWW0 Terms.pdf --out terms.pdf'],
  async run(context) {
    const { options, positionals, signal } = context
    const session = await connect(context)
    const documents = await documentsOf(session, positionals.instrument, context)
    const named = documents.filter(({ name, contentFp }) => [name, contentFp].includes(positionals.name))
    const [found, second] = named
    if (found === undefined)
      throw CliError.of('unknownName', 'document', positionals.name, 'connex documents lists them.')
    if (second !== undefined)
      throw CliError.of('ambiguous', positionals.name, named.map(({ contentFp }) => contentFp).join(', '))
    const bytes = await downloadDocument(session.client, found, { signal })
    try {
      writeFileSync(options.out, bytes, { flag: 'wx' })
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException
      throw code === 'EEXIST'
        ? CliError.of('fileExists', options.out)
        : CliError.of('fileUnwritable', options.out, code)
    }
    return { file: options.out, size: bytes.length, contentFp: found.contentFp }
  },
  show: ({ file, size }) => `${size} bytes saved to ${file}; they match their fingerprint.`,
})

const NAME = 'must have at most 200 characters, without slashes'

export const uploadDocumentCommand = command({
  path: 'documents upload',
  summary: 'store a document on your server, for the details of an instrument',
  about:
    'Prints the reference for --document of connex issuer draft, create and revise. Everybody can read the document once ' +
    'the ledger has the fingerprint of these details. At most 25 MB.',
  positionals: { file: required(text('FILE', 'the document')) },
  options: {
    name: scalar(DocumentMetadata.shape.name, 'NAME', "its name for others (default the file's)", NAME),
    mediaType: withDefault(
      scalar(
        DocumentMetadata.shape.mediaType,
        'TYPE',
        'its media type',
        'must be a media type such as application/pdf',
      ),
      'application/pdf',
    ),
    ...connectionOptions,
  },
  examples: ['documents upload terms.pdf --name Terms.pdf'],
  async run(context) {
    const { options, positionals, signal } = context
    const bytes = bytesOf(positionals.file)
    const { client } = await connect(context)
    const name = options.name ?? basename(positionals.file)
    const stored = await uploadDocument(client, { name, mediaType: options.mediaType, bytes }, { signal })
    return { ...stored, reference: referenceText(stored) }
  },
  show: ({ reference }) => reference,
})

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw CliError.of('fileUnreadable', file, (error as NodeJS.ErrnoException).code ?? 'unknown')
  }
}
