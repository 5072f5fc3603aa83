// The lists that can grow, for the tests that add a member to each.

/** The file of a union, the text that a member follows, and the new member. */
export const unions = [
  {
    file: 'protocol/src/entities/delivery.ts',
    after: "  'TXC',\n",
    added: "  'NEW_LEG',\n",
  },
  {
    file: 'protocol/src/entities/privateText.ts',
    after: "z.enum(['INTERNAL', 'PRIVATE'",
    added: ", 'NEW_COMMENT'",
  },
  {
    file: 'protocol/src/terms/repoTerms.ts',
    after: "'ACT/365'",
    added: ", 'NEW_COUNT'",
  },
  {
    file: 'protocol/src/entities/transfer.ts',
    after: "'SEC_LEND', 'MINT', 'BURN'",
    added: ", 'NEW_KIND'",
  },
  {
    file: 'protocol/src/entities/transfer.ts',
    after: "  'SETTLED',\n  'CANCELED',\n",
    added: "  'NEW_STATE',\n",
  },
  {
    file: 'protocol/src/entities/owes.ts',
    after: "  | 'coordinate'\n",
    added: "  | 'newDuty'\n",
  },
  {
    file: 'protocol/src/terms/dealMessage.ts',
    after: "'RECALL', 'SUBSTITUTION', 'ANSWER'",
    added: ", 'NEW_MESSAGE'",
  },
  {
    file: 'sdk/src/wallet/WalletFile.ts',
    after: 'presale: PresaleWallet',
    added: "; newFormat: Omit<PresaleWallet, 'kind'> & { readonly kind: 'newFormat' }",
  },
]
