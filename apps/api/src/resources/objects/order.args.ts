import { registerEnumType } from '@nestjs/graphql';

export enum OrderDirection {
  ascending = 'ascending',
  descending = 'descending',
}

registerEnumType(OrderDirection, {
  name: 'OrderDirection',
  description: 'Which way an order goes.',
  valuesMap: {
    ascending: { description: 'The lowest, the oldest, the first of the alphabet at the beginning.' },
    descending: { description: 'All of it the other way round.' },
  },
});
