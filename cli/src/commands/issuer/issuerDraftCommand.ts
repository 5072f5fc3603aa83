import { InstrumentId } from '@connex/protocol'
import { deleteDraft, saveDraft } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { flag } from '../../command/Option.ts'
import { scalar } from '../../command/optionKinds.ts'
import { connect } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/connectionOptions.ts'
import { detailOptions, detailsOf, identifierWord, termOptions } from './instrumentOptions.ts'

export const issuerDraftCommand = command({
  path: 'issuer draft',
  summary: 'keep an instrument with your server that is not to go to the ledger yet',
  words: { identifier: identifierWord },
  options: {
    draft: scalar(InstrumentId, 'ID', 'change or delete this draft', 'is 0x and 64 digits of hex'),
    delete: flag('delete the named draft'),
    ...termOptions,
    ...detailOptions,
    ...connectionOptions,
  },
  examples: ["issuer draft DE000A1EWWW0 --label 'Hanseatic 2030' --coupon-rate 2.5"],
  async run(context) {
    const { options, words, signal } = context
    const { client } = await connect(context)
    if (options.delete && options.draft !== undefined) {
      await deleteDraft(client, { draftId: options.draft }, { signal })
      return { draftId: options.draft, isDeleted: true }
    }
    const terms = {
      ...(options.draft === undefined ? {} : { draftId: options.draft }),
      instrumentType: options.type,
      identifierType: options.identifierType,
      identifier: words.identifier,
      decimals: options.decimals,
    }
    const { draftId } = await saveDraft(client, { ...terms, details: detailsOf(options) }, { signal })
    return { draftId, isDeleted: false }
  },
  show: ({ draftId, isDeleted }) => `${isDeleted ? 'Deleted' : 'Kept'}: draft ${draftId}`,
})
