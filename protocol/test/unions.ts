// The lists that can grow, for the tests that add a member to each.

/** What a union lists, its file, the text that a member follows, and the new member. */
export const unions = [
  {
    name: 'leg type',
    file: 'protocol/src/entities/delivery.ts',
    after: "  'TXC',\n",
    added: "  'NEW_LEG',\n",
  },
  {
    name: 'kind of comment',
    file: 'protocol/src/entities/privateText.ts',
    after: "z.enum(['INTERNAL', 'PRIVATE'",
    added: ", 'NEW_COMMENT'",
  },
  {
    name: 'day count',
    file: 'protocol/src/terms/repoTerms.ts',
    after: "'ACT/365'",
    added: ", 'NEW_COUNT'",
  },
  {
    name: 'kind of transfer',
    file: 'protocol/src/entities/transfer.ts',
    after: "'SEC_LEND', 'MINT', 'BURN'",
    added: ", 'NEW_KIND'",
  },
  {
    name: 'state of transfer',
    file: 'protocol/src/entities/transfer.ts',
    after: "  'SETTLED',\n  'CANCELED',\n",
    added: "  'NEW_STATE',\n",
  },
  {
    name: 'duty',
    file: 'protocol/src/entities/owes.ts',
    after: "  | 'coordinate'\n",
    added: "  | 'newDuty'\n",
  },
  {
    name: 'kind of message',
    file: 'protocol/src/terms/dealMessage.ts',
    after: "'RECALL', 'SUBSTITUTION', 'ANSWER'",
    added: ", 'NEW_MESSAGE'",
  },
  {
    name: 'wallet format',
    file: 'sdk/src/wallet/WalletFile.ts',
    after: 'presale: PresaleWallet',
    added: "; newFormat: Omit<PresaleWallet, 'kind'> & { readonly kind: 'newFormat' }",
  },
]
