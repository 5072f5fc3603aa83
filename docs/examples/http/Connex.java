import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.bouncycastle.asn1.sec.SECNamedCurves;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.crypto.digests.KeccakDigest;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.signers.ECDSASigner;
import org.bouncycastle.crypto.signers.HMacDSAKCalculator;
import org.bouncycastle.math.ec.ECPoint;

/**
 * The HTTP API of a tenant's server: signs requests, prepares, checks, signs and publishes transactions. Needs bcprov (keccak-256,
 * secp256k1) and gson.
 */
class Connex {
  /** The server's refusal. {@code code} is for programs, the message for people; quote the request to the operator. */
  static final class Refused extends Exception {
    final String code;

    Refused(int status, JsonObject problem) {
      super(textOf(status, problem));
      code = text(problem, "code");
    }

    private static String textOf(int status, JsonObject problem) {
      String sentence = text(problem, "detail") == null ? "HTTP " + status : text(problem, "detail");
      String faults = problem.has("errors") ? " " + problem.get("errors") : "";
      return sentence + faults + " (" + text(problem, "code") + ", request " + text(problem, "requestId") + ")";
    }
  }

  /** The prepared transaction does something else. Sign nothing; tell the operator of your server. */
  static final class NotWhatWasWanted extends RuntimeException {
    NotWhatWasWanted(String fault) {
      super("Not signed: " + fault + ".");
    }
  }

  /** Published, but no block has it yet: publish {@code raw} again, and never sign a second one for the same action. */
  static final class Outstanding extends RuntimeException {
    final String raw;

    Outstanding(String hash, String raw) {
      super("No block has " + hash + " yet.");
      this.raw = raw;
    }
  }

  private static final X9ECParameters CURVE = SECNamedCurves.getByName("secp256k1");
  private static final ECDomainParameters DOMAIN =
      new ECDomainParameters(CURVE.getCurve(), CURVE.getG(), CURVE.getN(), CURVE.getH());
  private static final HexFormat HEX = HexFormat.of();
  private static final String LEG = "(uint8,address,address,address,address,address,bytes32,uint256,bytes,bytes)";
  private static final List<String> CONFIRMING =
      List.of(
          "confirmAsSender(bytes32," + LEG + "[],bytes[])",
          "confirmAsReceiver(bytes32," + LEG + "[],bytes[])",
          "confirmDelivery(bytes32," + LEG + "[],bytes[])",
          "reportExternalDelivery(bytes32," + LEG + "[],uint256)",
          "confirmExternalDelivery(bytes32," + LEG + "[],uint256)");

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
  private final String url;
  private final BigInteger key;
  private final ECPoint publicKey;
  private final String address;
  private final long chainId;
  final String tenant;
  private final String controller;
  private final String manager;

  Connex(String url, String privateKey) throws IOException, InterruptedException, Refused {
    this.url = url;
    // In production the key lies in an HSM: replace sign().
    key = new BigInteger(1, bytes(privateKey));
    publicKey = CURVE.getG().multiply(key).normalize();
    address = hex(Arrays.copyOfRange(keccak(slice(publicKey.getEncoded(false), 1)), 12, 32));
    JsonObject introspection = send("GET", "/api/introspection", null);
    chainId = introspection.get("chainId").getAsLong();
    JsonObject own = get("/platform/me").getAsJsonObject("tenant");
    tenant = text(own, "address");
    JsonObject delivery = null;
    for (JsonElement one : own.getAsJsonArray("dappControllers"))
      if ("delivery".equals(text(one.getAsJsonObject(), "type"))) delivery = one.getAsJsonObject();
    controller = text(delivery, "address");
    manager = text(delivery, "dappAddress");
  }

  // Requests

  JsonObject get(String path) throws IOException, InterruptedException, Refused {
    return send("GET", "/api/v6" + path, null);
  }

  JsonObject post(String path, JsonObject body) throws IOException, InterruptedException, Refused {
    return send("POST", "/api/v6" + path, body);
  }

  private JsonObject send(String method, String target, JsonObject json)
      throws IOException, InterruptedException, Refused {
    byte[] body = json == null ? new byte[0] : json.toString().getBytes(StandardCharsets.UTF_8);
    var request = HttpRequest.newBuilder(URI.create(url + target)).timeout(Duration.ofSeconds(30));
    request.method(method, json == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    if (json != null) request.header("content-type", "application/json");
    if (target.startsWith("/api/v6")) {
      byte[] random = new byte[32];
      new SecureRandom().nextBytes(random);
      String timestamp = String.valueOf(Instant.now().toEpochMilli());
      String nonce = HEX.formatHex(random);
      String bodyHash = HEX.formatHex(sha256(body));
      String type = json == null ? "-" : "application/json";
      String text =
          String.join("\n", "conx-req-v6", String.valueOf(chainId), url, method, target, timestamp, nonce, bodyHash, type);
      String message = "\u0019Ethereum Signed Message:\n" + text.length() + text;
      request.header("connex-user", address).header("connex-timestamp", timestamp).header("connex-nonce", nonce);
      request.header("connex-body-sha256", bodyHash);
      request.header("connex-signature", hex(sign(keccak(message.getBytes(StandardCharsets.UTF_8)))));
    }
    HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() == 200) return JsonParser.parseString(answer.body()).getAsJsonObject();
    boolean isProblem = answer.headers().firstValue("content-type").orElse("").startsWith("application/problem+json");
    JsonObject problem = isProblem ? JsonParser.parseString(answer.body()).getAsJsonObject() : new JsonObject();
    throw new Refused(answer.statusCode(), problem);
  }

  // Actions

  /** A new FoP or repo. Its delivery id, once this server has indexed it. */
  String create(JsonObject wanted) throws IOException, InterruptedException, Refused {
    JsonObject prepared = prepare("/transfer/transfers/prepare", wanted);
    checkCreation(prepared, wanted);
    publish(prepared);
    return text(prepared, "deliveryId");
  }

  /** The return of a settled repo: its legs and its price follow from the opening, and the other side checks them as well. */
  String giveBack(String opening) throws IOException, InterruptedException, Refused {
    JsonObject prepared = prepare("/transfer/transfers/return/prepare", json("deliveryId", opening));
    checkAction(prepared, text(prepared, "deliveryId"), List.of("createDelivery(bytes32,bytes32," + LEG + "[],uint64)"));
    require(hex(keccak(canonical(prepared.get("details")))).equals(text(prepared, "fingerprint")), "other details");
    publish(prepared);
    return text(prepared, "deliveryId");
  }

  /** Whatever the own tenant owes now. {@code given}: accounts, role or withoutPayment. */
  void confirm(String deliveryId, JsonObject given) throws IOException, InterruptedException, Refused {
    JsonObject wanted = given.deepCopy();
    wanted.addProperty("deliveryId", deliveryId);
    JsonObject prepared = prepare("/transfer/transfers/confirm/prepare", wanted);
    checkAction(prepared, deliveryId, CONFIRMING);
    publish(prepared);
  }

  void cancel(String deliveryId) throws IOException, InterruptedException, Refused {
    JsonObject prepared = prepare("/transfer/transfers/cancel/prepare", json("deliveryId", deliveryId));
    checkAction(prepared, deliveryId, List.of("cancelDelivery(bytes32," + LEG + "[],bytes32)"));
    publish(prepared);
  }

  /** Polls until the own tenant sees the transfer so; GET /events/sse would push. */
  void waitFor(String deliveryId, Predicate<JsonObject> isThere) throws IOException, InterruptedException, Refused {
    Instant deadline = Instant.now().plusSeconds(60);
    while (Instant.now().isBefore(deadline)) {
      JsonArray items = get("/transfer/transfers?transfer-id=" + deliveryId).getAsJsonArray("items");
      if (items.size() == 1 && isThere.test(items.get(0).getAsJsonObject())) return;
      Thread.sleep(200);
    }
    throw new IllegalStateException(deliveryId + " is not there yet.");
  }

  private JsonObject prepare(String path, JsonObject body) throws IOException, InterruptedException, Refused {
    try {
      return post(path, body);
    } catch (Refused refused) {
      if (!"refundDue".equals(refused.code)) throw refused;
    }
    JsonObject refund = post("/dlt/eth/refund/prepare", new JsonObject());
    JsonObject transaction = refund.getAsJsonObject("transaction");
    byte[] call = join(selector("refund(address,address)"), tuple(word(tenant), word(address)));
    require(hex(call).equals(text(transaction, "data")), "it is not the refund of this wallet");
    checkBytes(refund, transaction);
    publish(refund);
    return post(path, body);
  }

  /** Signs the hash, publishes, and waits until this server has indexed the block. */
  private void publish(JsonObject prepared) throws IOException, InterruptedException, Refused {
    String signature = hex(sign(bytes(text(prepared, "signingHash"))));
    JsonObject body = json("unsignedTransaction", text(prepared, "unsignedTransaction"), "signature", signature);
    JsonObject published = post("/dlt/eth/publish-signature", body);
    String hash = text(published, "transactionHash");
    JsonObject question = json("method", "eth_getTransactionReceipt");
    JsonArray params = new JsonArray();
    params.add(hash);
    question.add("params", params);
    Instant deadline = Instant.now().plusSeconds(120);
    while (Instant.now().isBefore(deadline)) {
      JsonElement receipt = post("/dlt/eth/rpc", question).get("result");
      if (!receipt.isJsonNull()) {
        if (number(receipt.getAsJsonObject(), "status") != 1)
          throw new IllegalStateException("The ledger refused " + hash + ": nothing changed.");
        JsonElement indexed = get("/dlt/eth/sync-status").get("indexedBlock");
        if (!indexed.isJsonNull() && indexed.getAsLong() >= number(receipt.getAsJsonObject(), "blockNumber")) return;
      }
      Thread.sleep(200);
    }
    throw new Outstanding(hash, text(published, "rawTransaction"));
  }

  // Checks before a signature: the server proposes, the key decides.

  /** Rebuilds the creation from what is wanted: the bytes must be the same. */
  private void checkCreation(JsonObject prepared, JsonObject wanted) {
    boolean delivers = "DELIVER".equals(text(wanted, "direction"));
    String other = text(wanted, "counterpartyAddr");
    String sender = delivers ? tenant : other;
    String receiver = delivers ? other : tenant;
    byte[] account = word(new BigInteger(text(wanted, "account")));
    byte[] none = new byte[0];
    Part securities =
        leg(4, sender, receiver, text(wanted, "registrarAddr"), text(wanted, "registryManagerAddr"),
            bytes(text(wanted, "registryId")), new BigInteger(text(wanted, "quantity")),
            delivers ? account : none, delivers ? none : account);
    String zero = "0x" + "0".repeat(40);
    byte[] euro = Arrays.copyOf("EUR".getBytes(StandardCharsets.US_ASCII), 32);
    Part cash = leg(1, receiver, sender, zero, zero, euro, BigInteger.ZERO, none, none);
    Part legs = "REPO".equals(text(wanted, "transferType")) ? array(securities, cash) : array(securities);

    JsonObject details = prepared.getAsJsonObject("details");
    require(text(wanted, "description").equals(text(details, "description")), "another description");
    require(canonicalText(details.get("repo")).equals(canonicalText(wanted.get("terms"))), "other terms");
    byte[] fingerprint = keccak(canonical(details));
    byte[] valueDate = word(wanted.has("valueDate") ? wanted.get("valueDate").getAsBigInteger() : BigInteger.ZERO);
    byte[] id =
        keccak(join(word(tenant), fingerprint, valueDate, keccak(tuple(legs))));
    require(hex(id).equals(text(prepared, "deliveryId")), "the delivery id does not follow from what is wanted");
    byte[] call =
        join(selector("createDelivery(bytes32,bytes32," + LEG + "[],uint64)"),
            tuple(fixed(id), fixed(fingerprint), legs, fixed(valueDate)));
    JsonObject transaction = prepared.getAsJsonObject("transaction");
    require(text(transaction, "data").contains(HEX.formatHex(call)), "it does something else");
    checkAction(prepared, hex(id), List.of("createDelivery(bytes32,bytes32," + LEG + "[],uint64)"));
  }

  /** The tenant's calls in the bytes: these functions of the delivery manager, on this delivery, and nothing else. */
  private void checkAction(JsonObject prepared, String deliveryId, List<String> functions) {
    JsonObject transaction = prepared.getAsJsonObject("transaction");
    require(text(transaction, "to").equals(controller), "it goes to another contract");
    checkBytes(prepared, transaction);
    byte[] data = bytes(text(transaction, "data"));
    String batch = "delegateBatchWithMultisig((address,bytes)[],(uint8,bytes32,bytes32)[],(uint256,uint256,address))";
    require(Arrays.equals(Arrays.copyOf(data, 4), selector(batch)), "it is not a batch of the tenant");
    byte[] input = slice(data, 4);
    int calls = intAt(input, 0);
    require(intAt(input, intAt(input, 32)) == 0, "it carries signatures of others");
    for (int index = 0; index < intAt(input, calls); index++) {
      int call = calls + 32 + intAt(input, calls + 32 + 32 * index);
      require(hex(Arrays.copyOfRange(input, call + 12, call + 32)).equals(manager), "it calls another dApp");
      int inner = call + intAt(input, call + 32) + 32;
      byte[] function = Arrays.copyOfRange(input, inner, inner + 4);
      require(functions.stream().anyMatch(one -> Arrays.equals(selector(one), function)), "it does something else");
      require(hex(Arrays.copyOfRange(input, inner + 4, inner + 36)).equals(deliveryId), "another delivery");
    }
  }

  /** The bytes and the hash to sign are those of the fields, on this ledger, without coins. */
  private void checkBytes(JsonObject prepared, JsonObject transaction) {
    require(transaction.get("chainId").getAsLong() == chainId, "it is for another ledger");
    require("0".equals(text(transaction, "value")), "it sends coins");
    JsonObject fees = transaction.getAsJsonObject("fees");
    byte[] nonce = rlp(transaction.get("nonce").getAsBigInteger());
    byte[] rest =
        join(rlp(transaction.get("gas").getAsBigInteger()), rlp(bytes(text(transaction, "to"))), rlp(BigInteger.ZERO),
            rlp(bytes(text(transaction, "data"))));
    byte[] chain = rlp(BigInteger.valueOf(chainId));
    byte[] none = rlp(new byte[0]);
    byte[] unsigned =
        "legacy".equals(text(fees, "type"))
            ? rlpList(join(nonce, rlp(fees.get("gasPrice").getAsBigInteger()), rest, chain, none, none))
            : join(new byte[] {2},
                rlpList(join(chain, nonce, rlp(fees.get("maxPriorityFeePerGas").getAsBigInteger()),
                    rlp(fees.get("maxFeePerGas").getAsBigInteger()), rest, rlpList(new byte[0]))));
    require(hex(unsigned).equals(text(prepared, "unsignedTransaction")), "the bytes are of other fields");
    require(hex(keccak(unsigned)).equals(text(prepared, "signingHash")), "the hash is of other bytes");
  }

  private static void require(boolean holds, String fault) {
    if (!holds) throw new NotWhatWasWanted(fault);
  }

  // Signatures

  /** r, s (low) and v: 65 bytes. */
  private byte[] sign(byte[] digest) {
    ECDSASigner signer = new ECDSASigner(new HMacDSAKCalculator(new SHA256Digest()));
    signer.init(true, new ECPrivateKeyParameters(key, DOMAIN));
    BigInteger[] pair = signer.generateSignature(digest);
    BigInteger s = pair[1].min(CURVE.getN().subtract(pair[1]));
    for (int parity = 0; parity < 2; parity++)
      if (recover(digest, pair[0], s, parity).equals(publicKey))
        return join(word(pair[0]), word(s), new byte[] {(byte) (27 + parity)});
    throw new IllegalStateException("The key does not fit its signature.");
  }

  private static ECPoint recover(byte[] digest, BigInteger r, BigInteger s, int parity) {
    BigInteger n = CURVE.getN();
    ECPoint point = CURVE.getCurve().decodePoint(join(new byte[] {(byte) (2 + parity)}, word(r)));
    BigInteger inverse = r.modInverse(n);
    BigInteger e = new BigInteger(1, digest).multiply(inverse).mod(n).negate();
    return CURVE.getG().multiply(e).add(point.multiply(s.multiply(inverse).mod(n))).normalize();
  }

  static byte[] keccak(byte[] data) {
    KeccakDigest digest = new KeccakDigest(256);
    digest.update(data, 0, data.length);
    byte[] hash = new byte[32];
    digest.doFinal(hash, 0);
    return hash;
  }

  private static byte[] sha256(byte[] data) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(data);
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException(missing);
    }
  }

  // ABI: heads of 32 bytes first, then what has no fixed size.

  private record Part(byte[] data, boolean isDynamic) {}

  private static Part fixed(byte[] word) {
    return new Part(word, false);
  }

  private static Part data(byte[] bytes) {
    byte[] padded = Arrays.copyOf(bytes, (bytes.length + 31) / 32 * 32);
    return new Part(join(word(BigInteger.valueOf(bytes.length)), padded), true);
  }

  private static Part array(Part... items) {
    return new Part(join(word(BigInteger.valueOf(items.length)), tuple(items)), true);
  }

  private static byte[] tuple(byte[]... words) {
    return join(words);
  }

  private static byte[] tuple(Part... parts) {
    byte[] heads = new byte[0];
    byte[] tails = new byte[0];
    for (Part part : parts) {
      heads = join(heads, part.isDynamic ? word(BigInteger.valueOf(32L * parts.length + tails.length)) : part.data);
      if (part.isDynamic) tails = join(tails, part.data);
    }
    return join(heads, tails);
  }

  private static Part leg(int type, String sender, String receiver, String registrar, String assetManager,
      byte[] assetId, BigInteger quantity, byte[] senderData, byte[] receiverData) {
    byte[] coordinator = new byte[32];
    return new Part(
        tuple(fixed(word(BigInteger.valueOf(type))), fixed(word(sender)), fixed(word(receiver)), fixed(word(registrar)),
            fixed(coordinator), fixed(word(assetManager)), fixed(assetId), fixed(word(quantity)), data(senderData),
            data(receiverData)),
        true);
  }

  private static byte[] selector(String function) {
    return Arrays.copyOf(keccak(function.getBytes(StandardCharsets.US_ASCII)), 4);
  }

  private static byte[] word(String address) {
    return word(new BigInteger(1, bytes(address)));
  }

  private static byte[] word(BigInteger number) {
    byte[] minimal = minimal(number);
    return join(new byte[32 - minimal.length], minimal);
  }

  private static int intAt(byte[] input, int offset) {
    return new BigInteger(1, Arrays.copyOfRange(input, offset, offset + 32)).intValueExact();
  }

  // RLP

  private static byte[] rlp(BigInteger number) {
    return rlp(minimal(number));
  }

  private static byte[] rlp(byte[] item) {
    return item.length == 1 && item[0] >= 0 ? item : join(prefix(0x80, item.length), item);
  }

  private static byte[] rlpList(byte[] items) {
    return join(prefix(0xc0, items.length), items);
  }

  private static byte[] prefix(int offset, int length) {
    if (length < 56) return new byte[] {(byte) (offset + length)};
    byte[] size = minimal(BigInteger.valueOf(length));
    return join(new byte[] {(byte) (offset + 55 + size.length)}, size);
  }

  /** Big-endian, without leading zeros; nothing for 0. */
  private static byte[] minimal(BigInteger number) {
    byte[] bytes = number.toByteArray();
    int start = 0;
    while (start < bytes.length && bytes[start] == 0) start++;
    return slice(bytes, start);
  }

  // JSON and bytes

  static JsonObject json(String... namesAndValues) {
    JsonObject object = new JsonObject();
    for (int index = 0; index < namesAndValues.length; index += 2)
      object.addProperty(namesAndValues[index], namesAndValues[index + 1]);
    return object;
  }

  static String text(JsonObject object, String name) {
    JsonElement value = object.get(name);
    return value == null || value.isJsonNull() ? null : value.getAsString();
  }

  private static long number(JsonObject object, String name) {
    return Long.decode(text(object, name));
  }

  /** RFC 8785: sorted names, no spaces, UTF-8. Details have no fractions, whose form would need more. */
  private static byte[] canonical(JsonElement details) {
    return canonicalText(details).getBytes(StandardCharsets.UTF_8);
  }

  private static String canonicalText(JsonElement value) {
    if (value == null) return "";
    if (value.isJsonArray())
      return value.getAsJsonArray().asList().stream().map(Connex::canonicalText).collect(Collectors.joining(",", "[", "]"));
    if (!value.isJsonObject()) return value.toString();
    return new TreeMap<>(value.getAsJsonObject().asMap())
        .entrySet().stream()
            .map(entry -> "\"" + entry.getKey() + "\":" + canonicalText(entry.getValue()))
            .collect(Collectors.joining(",", "{", "}"));
  }

  private static byte[] bytes(String hex) {
    return HEX.parseHex(hex.substring(2));
  }

  private static String hex(byte[] bytes) {
    return "0x" + HEX.formatHex(bytes);
  }

  private static byte[] slice(byte[] bytes, int start) {
    return Arrays.copyOfRange(bytes, start, bytes.length);
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (byte[] part : parts) joined.writeBytes(part);
    return joined.toByteArray();
  }
}
