export interface Book {
  readonly id: number;
  readonly author: string;
  readonly image: string;
  readonly summary: string;
  readonly title: string;
  readonly create_time: number;
  readonly update_time: number;
}

export interface Books {
  readonly items: readonly Book[];
  readonly total: number | null;
  readonly page: number;
  readonly count: number;
  readonly next: string | null;
}

/** Every field of a book's representation, in order. */
export const BOOK_FIELDS = ['author', 'create_time', 'id', 'image', 'summary', 'title', 'update_time'];
