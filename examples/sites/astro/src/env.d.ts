declare namespace App {
  interface SessionData {
    visitor: import('../quire/sign-in.ts').Visitor;
    begun: import('../quire/sign-in.ts').Begun;
  }
}
