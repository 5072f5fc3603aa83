// Files that a form reads.
export const textFile = {
  TextFile: {
    unreadable: 'The file is not UTF-8 text, or is larger than 1 MB.',
    fault: 'Row {{row}}: {{message}}',
    more_faults: 'and {{count}} more problems',
    more_faults_one: 'and 1 more problem',
  },
} as const
