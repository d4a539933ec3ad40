import { registerEnumType } from '@nestjs/graphql';

export enum OrderDirection {
  ascending = 'ascending',
  descending = 'descending',
}

registerEnumType(OrderDirection, {
  name: 'OrderDirection',
  description: 'Direction of an order.',
  valuesMap: {
    ascending: { description: 'Ascending: the lowest, oldest or alphabetically first item first.' },
    descending: { description: 'Descending.' },
  },
});
