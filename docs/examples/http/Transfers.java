import com.google.gson.JsonObject;
import java.util.function.Predicate;

/**
 * A transfer free of payment, and a repo with its return, between two banks and their registrar. Each has a server and a key of its
 * own: the environment names them. In production each of the three runs its own part.
 */
final class Transfers {
  private final Connex seller = connect("SELLER");
  private final Connex buyer = connect("BUYER");
  private final Connex registrar = connect("REGISTRAR");
  private final JsonObject intoBuyersAccount = accounts("receive", System.getenv("BUYERS_ACCOUNT"));

  private Transfers() throws Exception {}

  public static void main(String[] arguments) throws Exception {
    try {
      Transfers transfers = new Transfers();
      System.out.println("FoP " + transfers.freeOfPayment());
      System.out.println("Repo, return " + transfers.repo());
      System.out.println("Canceled " + transfers.withdrawn());
    } catch (Connex.Refused | Connex.NotWhatWasWanted fault) {
      System.err.println(fault.getMessage());
      System.exit(1);
    } catch (Connex.Outstanding outstanding) {
      // Keep the bytes and publish them again (POST /dlt/eth/publish-raw-tx) until a block has them.
      System.err.println(outstanding.getMessage() + " Publish again: " + outstanding.raw);
      System.exit(1);
    }
  }

  private String freeOfPayment() throws Exception {
    String id = seller.create(wanted("FOP", "100", "Rebalancing"));
    buyer.waitFor(id, Transfers::isMine);
    buyer.confirm(id, intoBuyersAccount);
    settle(id);
    return id;
  }

  private String repo() throws Exception {
    JsonObject wanted = wanted("REPO", "100", "Overnight");
    wanted.add("terms",
        Connex.json("purchaseDate", "2026-11-23", "repurchaseDate", "2026-11-24", "purchasePrice", "98000.00",
            "rate", "2.14", "dayCount", "ACT/360"));
    String opening = seller.create(wanted);
    buyer.waitFor(opening, Transfers::isMine);
    // The securities and the report of the payment, in one transaction: send the money first.
    buyer.confirm(opening, intoBuyersAccount);
    seller.waitFor(opening, Transfers::isMine);
    seller.confirm(opening, new JsonObject()); // the money has come
    settle(opening);

    String closing = buyer.giveBack(opening);
    seller.waitFor(closing, Transfers::isMine);
    seller.confirm(closing, accounts("receive", Connex.text(wanted, "account")));
    buyer.waitFor(closing, Transfers::isMine);
    buyer.confirm(closing, new JsonObject());
    settle(closing);
    return opening + " " + closing;
  }

  /** Created, and cancelled before the other side has confirmed. */
  private String withdrawn() throws Exception {
    String id = seller.create(wanted("FOP", "1", "A mistake"));
    seller.cancel(id);
    seller.waitFor(id, is("CANCELED"));
    return id;
  }

  /** The registrar confirms last, which settles all legs at once. */
  private void settle(String id) throws Exception {
    registrar.waitFor(id, is("PENDING"));
    registrar.confirm(id, Connex.json("role", "REGISTRAR"));
    for (Connex party : new Connex[] {seller, buyer}) party.waitFor(id, is("SETTLED"));
  }

  /** The seller delivers from its first holding. The quantity is in smallest units. */
  private JsonObject wanted(String type, String quantity, String description) throws Exception {
    JsonObject holding =
        seller.get("/registry-manager/positions?items-per-page=1").getAsJsonArray("items").get(0).getAsJsonObject();
    JsonObject wanted =
        Connex.json("transferType", type, "quantity", quantity, "direction", "DELIVER", "counterpartyAddr",
            buyer.tenant, "description", description);
    for (String name : new String[] {"registryManagerAddr", "registrarAddr", "registryId", "account"})
      wanted.add(name, holding.get(name));
    return wanted;
  }

  private static Predicate<JsonObject> is(String state) {
    return transfer -> state.equals(Connex.text(transfer, "state"));
  }

  private static boolean isMine(JsonObject transfer) {
    return is("PENDING").test(transfer) && "SYNCED".equals(Connex.text(transfer, "detailsStatus"));
  }

  private static JsonObject accounts(String way, String account) {
    JsonObject given = new JsonObject();
    given.add("accounts", Connex.json(way, account));
    return given;
  }

  private static Connex connect(String party) throws Exception {
    return new Connex(System.getenv(party + "_URL"), System.getenv(party + "_KEY"));
  }
}
